import { describePage } from '@/components/site/describe-page'
import { PageIntro, PageSection } from '@/components/site/page-section'
import { pageApi } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata = describePage({
  title: 'How benchmarks come about',
  description: 'What is asked of models, how answers are graded, and what a score and its interval mean.',
  path: paths.benchmarksGuide,
})

/** What our own scores name as their source. */
export default function Page() {
  return (
    <>
      <PageIntro
        title="How benchmarks come about"
        lead="Small suites of our own writing, asked through the gateway itself and graded by code. No model judges another."
        up={{ label: 'Rankings', href: `${paths.rankings}#benchmarks` }}
      />
      <PageSection id="suites" title="What is asked">
        <dl className="grid max-w-4xl gap-x-10 gap-y-5 sm:grid-cols-2">
          {pageApi()
            .listSuites()
            .map(({ id, category, description, items, source }) => (
              <div key={id}>
                <dt className="font-medium text-ink">{category}</dt>
                <dd className="mt-0.5 text-sm text-muted">{description}</dd>
                <dd className="figures mt-0.5 text-xs text-faint">
                  {items} items, {source}
                </dd>
              </div>
            ))}
        </dl>
      </PageSection>
      <PageSection id="scores" title="How it is graded, and what a score means">
        <div className="flex max-w-2xl flex-col gap-3 text-base text-muted">
          <p>
            Each item is one request and passes or does not: the number or word on the last line has to be
            right, a text has to keep every rule, JSON has to fit its schema and have the right values, and
            the right tools have to be called. Nothing that a model wrote is run. A refused request is not
            passed; a run in which an item is never answered has no score.
          </p>
          <p>
            The score is the share of items passed, with Wilson’s 95 % interval: with two dozen items it is
            almost forty points wide in the middle, so models whose intervals overlap cannot be told apart.
            The items are public, so a model may have seen them. Categories that are not ours were imported
            from the source beside each figure, and are never mixed with what was measured here.
          </p>
        </div>
      </PageSection>
    </>
  )
}
