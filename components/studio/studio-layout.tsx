import type { ReactNode, Ref } from 'react'

type StudioLayoutProps = {
  title: string
  formLabel: string
  form: ReactNode
  resultsLabel: string
  resultsRef: Ref<HTMLElement>
  results: ReactNode
  /** What lies over both. */
  children: ReactNode
}

/** What to make on one side, what was made on the other; on a phone one below the other. */
export function StudioLayout(props: StudioLayoutProps) {
  const { title, formLabel, form, resultsLabel, resultsRef, results, children } = props
  return (
    <div className="grid min-h-full grid-cols-1 lg:grid-cols-[23rem_minmax(0,1fr)]">
      <h1 className="sr-only">{title}</h1>
      <section
        aria-label={formLabel}
        className="quiet-scroll border-b border-line lg:sticky lg:top-(--shell-bar) lg:h-[calc(100dvh-var(--shell-bar))] lg:overflow-y-auto lg:border-r lg:border-b-0"
      >
        {form}
      </section>
      <section ref={resultsRef} aria-label={resultsLabel} className="min-w-0 scroll-mt-(--shell-bar)">
        {results}
      </section>
      {children}
    </div>
  )
}
