import type { ReactNode } from 'react'
import { Panel } from '@/components/ui/panel'

export type DocsRow = { name: string; aside?: ReactNode; text: ReactNode }

/** Names and what they mean, between hairlines; as a list, so that long words have room on phones. */
export function DocsTable({ label, rows }: { label: string; rows: readonly DocsRow[] }) {
  return (
    <Panel>
      <dl aria-label={label} className="divide-y divide-line text-sm">
        {rows.map(({ name, aside, text }) => (
          <div key={name} className="grid gap-x-6 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[15rem_minmax(0,1fr)]">
            <dt className="flex flex-wrap items-baseline gap-x-2.5 font-mono break-all text-ink">
              {name}
              {aside && <span className="figures font-sans text-xs text-faint">{aside}</span>}
            </dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
