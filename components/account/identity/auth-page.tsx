import Link from 'next/link'
import type { ReactNode } from 'react'
import { NeedsScript } from '@/components/layout/page'

type AuthPageProps = {
  title: string
  description: ReactNode
  /** The link to sign-up or sign-in. */
  other?: { question: string; label: string; href: string }
  children: ReactNode
}

export function AuthPage({ title, description, other, children }: AuthPageProps) {
  return (
    <div className="flex w-full max-w-88 flex-col gap-6">
      <div>
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="mt-1 text-sm text-muted-foreground">{description}</p>
      </div>
      <NeedsScript />
      {children}
      {other && (
        <p className="text-sm text-muted-foreground">
          {other.question} <QuietLink href={other.href}>{other.label}</QuietLink>
        </p>
      )}
    </div>
  )
}

/** A link within a sentence or beside a form. */
function QuietLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="rounded-xs font-medium text-foreground underline decoration-border-strong underline-offset-3 hover:decoration-current"
    >
      {children}
    </Link>
  )
}
