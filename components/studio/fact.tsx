import type { ReactNode } from 'react'

/** A line of a task's `<dl>`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 break-words text-ink tabular-nums">{children}</dd>
    </>
  )
}
