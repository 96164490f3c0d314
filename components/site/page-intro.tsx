import Link from 'next/link'
import type { ReactNode } from 'react'

type PageIntroProps = {
  title: ReactNode
  lead?: ReactNode
  /** The page above this one. */
  up?: { label: string; href: string }
  /** Between the title and the lead. */
  facts?: ReactNode
  actions?: ReactNode
}

/** The head of a public page. */
export function PageIntro({ title, lead, up, facts, actions }: PageIntroProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-12 gap-y-5 px-5 pt-10 pb-8 sm:px-8 lg:pt-14 lg:pb-10">
      <div className="min-w-0 max-w-2xl">
        {up && (
          <p className="mb-3 text-sm">
            <Link
              href={up.href}
              prefetch={false}
              className="rounded-xs text-muted underline-offset-3 hover:text-ink hover:underline"
            >
              <span aria-hidden="true">← </span>
              {up.label}
            </Link>
          </p>
        )}
        <h1 className="text-3xl font-semibold break-words lg:text-4xl">{title}</h1>
        {facts && <div className="mt-3">{facts}</div>}
        {lead && <div className="mt-3 text-md text-pretty text-muted">{lead}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}
