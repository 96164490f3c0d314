import type { ReactNode } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'

/** A name and its value, in a `<dl>` of two columns. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="figures min-w-0 break-words">{children}</dd>
    </>
  )
}

/** An ID with a button to copy it. */
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

type StatProps = {
  name: string
  /** Compared to the period before: `+12%`. */
  change?: string | null | undefined
  note?: ReactNode
  /** The figure; a placeholder until it is loaded. */
  children: ReactNode
}

/** One figure with its name. */
export function Stat(props: StatProps) {
  const { name, change, note, children } = props
  const loading = children === undefined || children === null
  return (
    <div className="min-w-0 px-4 py-3.5">
      <dt className="text-xs text-faint-foreground">{name}</dt>
      <dd>
        {/* Wraps instead of truncating: a figure that is cut off reads as another. */}
        <span className="mt-1 flex min-h-7 flex-wrap items-baseline gap-x-2">
          <span className="figures max-w-full text-xl font-semibold tracking-[-0.02em] wrap-anywhere">
            {loading ? <Skeleton className="mt-2 h-4 w-20" /> : children}
          </span>
          {!loading && change && (
            <span className="figures shrink-0 text-xs text-faint-foreground">{change}</span>
          )}
        </span>
        {/* The line is reserved if a note may come later. */}
        {'note' in props && <span className="block min-h-4 text-xs text-faint-foreground">{note}</span>}
      </dd>
    </div>
  )
}

/** `Stat`s side by side; two columns on narrow screens. */
export function StatGrid({ children }: { children: ReactNode }) {
  return (
    <Panel>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-[inherit] bg-border lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none [&>*]:bg-card max-lg:[&>*:last-child:nth-child(odd)]:col-span-2">
        {children}
      </dl>
    </Panel>
  )
}
