import type { ReactNode } from 'react'
import { CopyButton } from '@/components/ui/copy-button'

/** A name and what stands behind it, in a `<dl>` of two columns. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="figures min-w-0 break-words">{children}</dd>
    </>
  )
}

/** The id of something, to be copied. */
export function IdFact({ name, what, id }: { name: string; what: string; id: string }) {
  return (
    <Fact name={name}>
      <span className="flex items-center gap-1">
        <span className="truncate font-mono text-xs">{id}</span>
        <CopyButton value={id} what={what} className="-my-1.5" />
      </span>
    </Fact>
  )
}
