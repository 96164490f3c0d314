import type { ReactNode } from 'react'
import { Panel } from '@/components/ui/panel'
import { anchorOf } from './docs-contents'

/** A heading of a page of the guide, with an address of its own. */
export function DocsHeading({ children }: { children: string }) {
  const id = anchorOf(children)
  return (
    <h2 id={id} className="mt-4 scroll-mt-[calc(var(--site-bar)+1rem)] text-xl font-semibold text-ink">
      <a
        href={`#${id}`}
        className="rounded-xs underline-offset-4 hover:underline hover:decoration-line-strong"
      >
        {children}
      </a>
    </h2>
  )
}

export type DocsRow = { name: string; aside?: ReactNode; text: ReactNode }

/** Names and what they mean, between hairlines; as a list, so that long names have room on phones. */
export function NameList({ label, rows }: { label: string; rows: readonly DocsRow[] }) {
  return (
    <Panel>
      <dl aria-label={label} className="divide-y divide-line text-sm">
        {rows.map(({ name, aside, text }) => (
          <div key={name} className="grid gap-x-6 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[15rem_minmax(0,1fr)]">
            <dt className="flex flex-wrap items-baseline gap-x-2.5 font-mono break-all text-ink">
              {name}
              {aside && <span className="figures font-sans text-xs text-faint">{aside}</span>}
            </dt>
            <dd className="min-w-0 break-words text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** A name of the API within a sentence. */
export function InlineCode({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-xs bg-hover px-1 py-0.5 font-mono text-[0.92em] break-words text-ink">
      {children}
    </code>
  )
}
