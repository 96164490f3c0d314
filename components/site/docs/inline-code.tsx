import type { ReactNode } from 'react'

/** A name of the API within a sentence. */
export function InlineCode({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-xs bg-hover px-1 py-0.5 font-mono text-[0.92em] break-words text-ink">
      {children}
    </code>
  )
}
