import { formatUtcMoment } from '@/components/site/format-utc'
import { PageIntro, PageSection } from '@/components/site/page-section'
import { nameWindow, WindowLinks } from '@/components/site/window-links'
import { EmptyState } from '@/components/ui/empty-state'
import { type ChartsReply, type RankingsReply, RankingWindow } from '@/lib/rankings/schema'
import { BenchmarkLists } from './benchmark-lists'
import { buildShareChart } from './build-share-chart'
import { LeaderGrid } from './leader-grid'
import { Leaderboard } from './leaderboard'
import { ProviderShares } from './provider-shares'
import type { OfferedNames } from './ranked-model'
import { SharePanel } from './share-panel'
import { SpeedLists } from './speed-lists'

type RankingsPageProps = {
  /** The page's own address. */
  path: string
  rankings: RankingsReply
  charts: ChartsReply
  offered: OfferedNames
}

/** Which models are used most and which are fastest, over everybody together. */
export function RankingsPage({ path, rankings, charts, offered }: RankingsPageProps) {
  const { window, leaderboard, benchmarks, category_leaders: leaders } = rankings
  return (
    <>
      <PageIntro
        title="Rankings"
        lead={
          <>
            Sums over everybody who uses this gateway, and nothing about anybody in particular. Counted{' '}
            {formatUtcMoment(rankings.as_of)}.
          </>
        }
        actions={
          <WindowLinks
            windows={RankingWindow.options}
            current={window}
            hrefOf={(one) => (one === '7d' ? path : `${path}?window=${one}`)}
          />
        }
      />
      {leaders.length > 0 && (
        <PageSection id="leaders" title="Leaders">
          <LeaderGrid leaders={leaders} offered={offered} />
        </PageSection>
      )}
      {leaderboard.length > 0 ? (
        <Use rankings={rankings} charts={charts} offered={offered} />
      ) : (
        <EmptyState
          className="border-t border-line"
          title={`Nothing was used in the last ${nameWindow(window)}`}
          description="Rankings are made of requests that go through this gateway. They appear within a minute of the first one."
        />
      )}
      <PageSection
        id="benchmarks"
        title="Benchmarks"
        lead="Measured through this gateway by its own suites, or imported with their source. Never estimated."
      >
        {benchmarks.length === 0 ? (
          <p className="text-sm text-muted">No benchmark has been run or imported here yet.</p>
        ) : (
          <BenchmarkLists benchmarks={benchmarks} offered={offered} />
        )}
      </PageSection>
    </>
  )
}

function Use({ rankings, charts, offered }: Omit<RankingsPageProps, 'path'>) {
  const span = nameWindow(rankings.window)
  return (
    <>
      <PageSection
        id="use"
        title="Use"
        lead={`Tokens of the last ${span}, today included. Changes are against the ${span} before.`}
      >
        <div className="flex flex-col gap-5">
          <SharePanel label={`Tokens by model, last ${span}`} data={buildShareChart(charts)} />
          <Leaderboard rows={rankings.leaderboard} offered={offered} />
        </div>
      </PageSection>
      <PageSection id="providers" title="Providers" lead="Who served these tokens.">
        <ProviderShares shares={rankings.provider_share} />
      </PageSection>
      <PageSection
        id="speed"
        title="Speed"
        lead="Chat models with ten streamed requests or more, measured here."
      >
        <SpeedLists speed={rankings.speed} offered={offered} />
      </PageSection>
    </>
  )
}
