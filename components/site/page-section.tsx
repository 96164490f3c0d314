import Link from 'next/link'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

type PageIntroProps = {
  title: ReactNode
  lead?: ReactNode
  /** The parent page. */
  up?: { label: string; href: string }
  /** Between the title and the lead. */
  facts?: ReactNode
  actions?: ReactNode
  /** Within the console, whose headings are small. */
  isInConsole?: boolean
}

/** The header of a public page. */
export function PageIntro({ title, lead, up, facts, actions, isInConsole = false }: PageIntroProps) {
  return (
    <header
      className={cn(
        'flex flex-wrap items-end justify-between gap-x-12 gap-y-5 px-5 sm:px-8',
        isInConsole ? 'py-6 md:py-8' : 'pt-10 pb-8 lg:pt-14 lg:pb-10',
      )}
    >
      <div className="min-w-0 max-w-2xl">
        {up && (
          <p className="mb-3 text-sm">
            <Link
              href={up.href}
              prefetch={false}
              className="rounded-xs text-muted-foreground underline-offset-3 hover:text-foreground hover:underline"
            >
              <span aria-hidden="true">← </span>
              {up.label}
            </Link>
          </p>
        )}
        <h1 className={cn('font-semibold break-words', isInConsole ? 'text-xl' : 'text-3xl lg:text-4xl')}>
          {title}
        </h1>
        {facts && <div className="mt-3">{facts}</div>}
        {lead && (
          <div
            className={cn(
              'text-pretty text-muted-foreground',
              isInConsole ? 'mt-0.5 text-sm' : 'mt-3 text-md',
            )}
          >
            {lead}
          </div>
        )}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}

type PageSectionProps = {
  /** Its anchor: `#providers`. */
  id: string
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A section of a public page, below a line. */
export function PageSection({ id, title, lead, actions, children }: PageSectionProps) {
  return (
    <section aria-labelledby={`${id}-title`} className="border-t border-border px-5 py-8 sm:px-8 lg:py-10">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 max-w-2xl">
          <h2 id={`${id}-title`} className="text-xl font-semibold">
            {title}
          </h2>
          {lead && <div className="mt-1 text-sm text-muted-foreground">{lead}</div>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}

export type Fact = { name: string; text: ReactNode }

/** Names and explanations between lines. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-border border-y border-border">
      {facts.map(({ name, text }) => (
        <div key={name} className="grid gap-x-8 gap-y-1 py-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="font-medium">{name}</dt>
          <dd className="text-base text-muted-foreground">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
