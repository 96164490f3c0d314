import type { ReactNode } from 'react'
import { Panel } from '@/components/ui/panel'

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
