import Link from 'next/link'
import type { SuitesReply } from '@/lib/benchmarks/schema'
import { paths } from '@/lib/client/paths'
import { PageIntro } from '../page-intro'
import { PageSection } from '../page-section'
import { SuiteList } from './suite-list'

/** What our own scores name as their source: how they come about, in full. */
export function BenchmarksGuide({ suites }: { suites: SuitesReply['data'] }) {
  return (
    <>
      <PageIntro
        title="How benchmarks come about"
        lead="Small suites of our own writing, asked through the gateway itself and graded by code. No model judges another."
        up={{ label: 'Rankings', href: `${paths.rankings}#benchmarks` }}
      />
      <PageSection id="suites" title="What is asked">
        <SuiteList suites={suites} />
      </PageSection>
      <Grading />
      <Scores />
      <PageSection id="imports" title="Figures of others">
        <p className="max-w-2xl text-base text-muted">
          Categories that are not ours were imported from a cited file: each has its source, address, licence
          and date beside it. One category has one source, and is never mixed with what was measured here. See
          the{' '}
          <Link
            href={`${paths.rankings}#benchmarks`}
            className="text-accent-text underline underline-offset-3"
          >
            rankings
          </Link>
          .
        </p>
      </PageSection>
    </>
  )
}

function Grading() {
  return (
    <PageSection id="grading" title="How it is graded">
      <div className="flex max-w-2xl flex-col gap-3 text-base text-muted">
        <p>
          Each item is one request, at temperature 0 where the model has one. Its answer passes or it does
          not. A number is compared with the number on the last line; a program runs in a closed process
          against cases that the task did not show; a text has to keep every rule; JSON has to fit its schema
          and have the right values; calls of tools have to be those that were asked for, with the right
          arguments, and no others.
        </p>
        <p>
          A request that the model refuses, because it is too long or of a kind that it does not take, is not
          passed. A model that is busy or away is asked again; an item that is never answered counts for
          nothing, and the run is not ranked.
        </p>
      </div>
    </PageSection>
  )
}

function Scores() {
  return (
    <PageSection id="scores" title="What a score means">
      <div className="flex max-w-2xl flex-col gap-3 text-base text-muted">
        <p>
          The score is the share of items that were passed, in per cent. Beside it is the 95 % interval
          (Wilson’s): with some forty items it is about thirty points wide in the middle, so models whose
          intervals overlap cannot be told apart.
        </p>
        <p>
          A suite has a version, which the source of the score names. Only whole suites in their present
          version are ranked, the newest run of each model alone. The items are public, so a model may have
          seen them.
        </p>
      </div>
    </PageSection>
  )
}
