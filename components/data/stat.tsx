import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'

type StatProps = {
  name: string
  /** Compared to before: `+12%`. */
  change?: string | null | undefined
  note?: ReactNode
  /** The figure; its space is reserved until it is there. */
  children: ReactNode
}

/** One figure with its name. */
export function Stat(props: StatProps) {
  const { name, change, note, children } = props
  const loading = children === undefined || children === null
  return (
    <div className="min-w-0 px-4 py-3.5">
      <dt className="text-xs text-faint">{name}</dt>
      <dd>
        {/* A figure that is cut off would be another: what stands beside it goes below instead. */}
        <span className="mt-1 flex min-h-7 flex-wrap items-baseline gap-x-2">
          <span className="figures max-w-full text-xl font-semibold tracking-[-0.02em] wrap-anywhere">
            {loading ? <Skeleton className="mt-2 h-4 w-20" /> : children}
          </span>
          {!loading && change && <span className="figures shrink-0 text-xs text-faint">{change}</span>}
        </span>
        {/* Where a note may come, its line is kept. */}
        {'note' in props && <span className="block min-h-4 text-xs text-faint">{note}</span>}
      </dd>
    </div>
  )
}

/** Figures side by side with hairlines between them, two and two on narrow screens. Its children are `Stat`s. */
export function StatGrid({ children }: { children: ReactNode }) {
  return (
    <Panel>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-[inherit] bg-line lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none [&>*]:bg-surface max-lg:[&>*:last-child:nth-child(odd)]:col-span-2">
        {children}
      </dl>
    </Panel>
  )
}

/** How much of a limit is used, 0 to 1; warns from 80 % on. A drawing only: the figures are written beside it. */
export function Meter({ share }: { share: number }) {
  return (
    <div
      aria-hidden="true"
      className="h-1 w-full overflow-hidden rounded-full bg-selected forced-color-adjust-none"
    >
      <div
        className={cn(
          'h-full rounded-full',
          share >= 1 ? 'bg-danger' : share >= 0.8 ? 'bg-warning' : 'bg-accent',
        )}
        style={{ width: `${Math.max(share > 0 ? 2 : 0, share * 100)}%` }}
      />
    </div>
  )
}
