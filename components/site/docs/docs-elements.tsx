import type { ReactNode } from 'react'
import { Panel } from '@/components/ui/panel'

type DocsSectionProps = { id: DocsPart; children: ReactNode }

/** A part of the guide, with an address of its own. */
export function DocsSection({ id, children }: DocsSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="flex min-w-0 flex-col gap-4 border-t border-line px-5 py-10 text-base text-muted first:border-t-0 sm:px-8 lg:px-10 lg:py-12 [&>p]:max-w-2xl [&>ul]:max-w-2xl"
    >
      <h2 id={`${id}-title`} className="text-xl font-semibold text-ink">
        <a
          href={`#${id}`}
          className="rounded-xs underline-offset-4 hover:underline hover:decoration-line-strong"
        >
          {titleOfPart(id)}
        </a>
      </h2>
      {children}
    </section>
  )
}

/** The parts of the guide, in order. */
export const docsContents = [
  { id: 'start', title: 'Quick start' },
  { id: 'authentication', title: 'Authentication and scopes' },
  { id: 'chat', title: 'Chat' },
  { id: 'images', title: 'Images' },
  { id: 'uploads', title: 'Uploads, edits and variations' },
  { id: 'videos', title: 'Videos' },
  { id: 'portraits', title: 'Portraits' },
  { id: 'callbacks', title: 'Callbacks' },
  { id: 'errors', title: 'Errors' },
  { id: 'limits', title: 'Rate limits' },
  { id: 'idempotency', title: 'Idempotency' },
  { id: 'billing', title: 'Billing' },
  { id: 'reference', title: 'Reference' },
] as const

type DocsPart = (typeof docsContents)[number]['id']

function titleOfPart(id: DocsPart): string {
  return docsContents.find((part) => part.id === id)?.title ?? id
}

type DocsRow = { name: string; aside?: ReactNode; text: ReactNode }

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

/** A name of the API within a sentence. */
export function InlineCode({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-xs bg-hover px-1 py-0.5 font-mono text-[0.92em] break-words text-ink">
      {children}
    </code>
  )
}
