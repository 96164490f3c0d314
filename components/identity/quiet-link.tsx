import Link from 'next/link'
import type { ReactNode } from 'react'

/** A link within a sentence, or beside a form, that does not call for attention. */
export function QuietLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="rounded-xs font-medium text-ink underline decoration-line-strong underline-offset-3 hover:decoration-current"
    >
      {children}
    </Link>
  )
}
