import Link from 'next/link'
import { type ChartData, type ChartSeries, SERIES_TONES } from '@/components/charts/chart-data'
import { ShareBar } from '@/components/charts/share-bar'
import { formatUtcMoment } from '@/components/site/format-utc'
import { PageIntro, PageSection } from '@/components/site/page-section'
import { nameWindow, WindowLinks } from '@/components/site/window-links'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { paths } from '@/lib/client/paths'
import {
  type CategoryLeader,
  type ChartsReply,
  OTHER,
  type ProviderShare,
  type RankingsReply,
  RankingWindow,
} from '@/lib/rankings/schema'
import { formatLead, formatTokens } from './format-ranked'
import { Leaderboard } from './leaderboard'
import { BenchmarkLists, SpeedLists } from './ranked-lists'
import { type OfferedNames, RankedModel } from './ranked-model'
import { SharePanel } from './share-panel'

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

type LeaderGridProps = { leaders: readonly CategoryLeader[]; offered: OfferedNames }

/** Who leads in what. */
function LeaderGrid({ leaders, offered }: LeaderGridProps) {
  // Three and one would look as if something were missing.
  const inLine = leaders.length === 4 ? 'lg:grid-cols-4' : 'lg:grid-cols-3'
  return (
    <dl
      className={cn(
        'grid gap-px overflow-hidden rounded-lg border border-line bg-surface sm:grid-cols-2',
        inLine,
      )}
    >
      {leaders.map((leader) => (
        <div key={leader.category} className="min-w-0 px-4 py-3.5 outline outline-line">
          <dt className="text-xs text-faint">{nameCategory(leader.category)}</dt>
          <dd className="mt-1 min-w-0">
            <span className="block break-words">
              <RankedModel id={leader.model_id} name={leader.model_name} offered={offered} />
            </span>
            <span className="figures block text-sm text-muted">{formatLead(leader)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const names: Readonly<Record<string, string>> = {
  chat: 'Most used for chat',
  image: 'Most used for images',
  video: 'Most used for videos',
  embedding: 'Most used for embeddings',
  speech: 'Most used for speech',
  transcription: 'Most used for transcripts',
  moderation: 'Most used for moderation',
  rerank: 'Most used for reranking',
  throughput: 'Most tokens a second',
  latency: 'Fastest first token',
}

/** What a category is about; a benchmark’s says so itself. */
function nameCategory(category: string): string {
  return names[category] ?? category
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** How much of all tokens each provider served. */
function ProviderShares({ shares }: { shares: readonly ProviderShare[] }) {
  return (
    <Panel>
      <ul aria-label="Providers by share" className="divide-y divide-line">
        {shares.map((row) => (
          <li
            key={row.provider_id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 px-4 py-3 text-sm sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
          >
            <Link
              href={paths.provider(row.provider_id)}
              prefetch={false}
              className="truncate rounded-xs font-medium text-ink underline-offset-3 hover:underline"
            >
              {row.provider_name}
            </Link>
            <span className="max-sm:order-last max-sm:col-span-2">
              <ShareBar share={row.share} />
            </span>
            <span className="figures text-right">
              {percent.format(row.share)}
              <span className="ml-3 inline-block w-28 whitespace-nowrap text-faint">
                {formatTokens(row.total_tokens)} tokens
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const tick = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const label = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Tokens by day: the largest models each with a colour of its own, all others together. */
export function buildShareChart({ series }: ChartsReply): ChartData {
  const named = series.filter((one) => one.model_id !== OTHER)
  const shown = named.slice(0, SERIES_TONES.length)
  const others = series.filter((one) => !shown.includes(one))
  const points = (series[0]?.points ?? []).map(({ date }) => ({
    key: date,
    tick: tick.format(new Date(date)),
    label: label.format(new Date(date)),
  }))
  const drawn: ChartSeries[] = shown.map((one, place) => ({
    id: one.model_id,
    name: one.model_name,
    tone: SERIES_TONES[place] ?? 'rest',
    values: one.points.map((point) => Number(point.total_tokens)),
  }))
  if (others.length === 0) return { points, series: drawn }
  const values = points.map((_, place) =>
    others.reduce((sum, one) => sum + Number(one.points[place]?.total_tokens ?? 0), 0),
  )
  return { points, series: [...drawn, { id: 'rest', name: 'All others', tone: 'rest', values }] }
}
