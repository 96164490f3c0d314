import type { ReactNode } from 'react'
import { type DocsPart, titleOfPart } from './docs-contents'

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
