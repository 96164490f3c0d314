import { describePage } from '@/components/site/describe-page'
import { PageIntro, PageSection } from '@/components/site/page-section'
import { pageApi } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata = describePage({
  title: 'How benchmarks work',
  description: 'What models are asked, how answers are graded, and what a score and its interval mean.',
  path: paths.benchmarksGuide,
})

/** Our scores name this page as their source. */
export default function Page() {
  return (
    <>
      <PageIntro
        title="How benchmarks work"
        lead="Small suites written for this gateway, run through it and graded by code. No model judges another."
        up={{ label: 'Rankings', href: `${paths.rankings}#benchmarks` }}
      />
      <PageSection id="suites" title="Suites">
        <dl className="grid max-w-4xl gap-x-10 gap-y-5 sm:grid-cols-2">
          {pageApi()
            .listSuites()
            .map(({ id, category, description, items, source }) => (
              <div key={id}>
                <dt className="font-medium text-foreground">{category}</dt>
                <dd className="mt-0.5 text-sm text-muted-foreground">{description}</dd>
                <dd className="figures mt-0.5 text-xs text-faint-foreground">
                  {items} items, {source}
                </dd>
              </div>
            ))}
        </dl>
      </PageSection>
      <PageSection id="scores" title="Grading and scores">
        <div className="flex max-w-2xl flex-col gap-3 text-base text-muted-foreground">
          <p>
            Each item is one request that passes or fails: the number or word on the last line must be right,
            a text must follow every rule, JSON must match its schema and have the right values, and the right
            tools must be called. Nothing a model writes is executed. A refused request fails. A run with an
            unanswered item has no score.
          </p>
          <p>
            The score is the share of items passed, with Wilson’s 95% interval. With two dozen items, the
            interval is almost forty points wide in the middle, and models whose intervals overlap cannot be
            told apart. The items are public, so a model may have seen them. Other categories are imported
            from the source shown with each figure and never mixed with our own measurements.
          </p>
        </div>
      </PageSection>
    </>
  )
}
