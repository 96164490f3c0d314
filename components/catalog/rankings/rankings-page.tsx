import Link from 'next/link'
import { modalityNames } from '@/components/catalog/models/modality'
import { type ChartData, type ChartSeries, SERIES_TONES } from '@/components/charts/chart-data'
import { ShareBar } from '@/components/charts/share-bar'
import { PageIntro, PageSection } from '@/components/site/page-section'
import { nameWindow, WindowLinks } from '@/components/site/window-links'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import type { Modality } from '@/lib/catalog/models/schema'
import {
  type CategoryLeader,
  type KindUse,
  RankingWindow,
  type UseReply,
} from '@/lib/catalog/rankings/schema'
import { formatUtcMoment } from '@/lib/client/format/time'
import { paths } from '@/lib/client/paths'
import { formatLead, useUnits } from './format-ranked'
import { BenchmarkLists, Leaderboard, type OfferedNames, RankedModel, SpeedLists } from './ranked-lists'
import { SharePanel } from './share-panel'

type RankingsPageProps = {
  /** The path of the page. */
  path: string
  rankings: UseReply
  /** The requested modality; the first used one is shown where it was not used. */
  kind: Modality | undefined
  offered: OfferedNames
}

/** The most used and the fastest models, aggregated over all customers. */
export function RankingsPage({ path, rankings, kind, offered }: RankingsPageProps) {
  const { window, kinds, benchmarks, leaders } = rankings
  const use = kinds.find((one) => one.kind === kind) ?? kinds[0]
  const hrefOf = (chosen: { window?: RankingWindow; kind?: Modality }) =>
    addressOf(path, { window, kind: use?.kind, ...chosen })
  return (
    <>
      <PageIntro
        title="Rankings"
        isInConsole={path === paths.consoleRankings}
        lead={
          <>Aggregated across all customers; no individual data. Updated {formatUtcMoment(rankings.as_of)}.</>
        }
        actions={
          <WindowLinks
            windows={RankingWindow.options}
            current={window}
            hrefOf={(one) => hrefOf({ window: one })}
          />
        }
      />
      {leaders.length > 0 && (
        <PageSection id="leaders" title="Leaders">
          <LeaderGrid leaders={leaders} offered={offered} />
        </PageSection>
      )}
      {use ? (
        <Use rankings={rankings} use={use} hrefOf={hrefOf} offered={offered} />
      ) : (
        <EmptyState
          className="border-t border-border"
          title={`No usage in the last ${nameWindow(window)}`}
          description="Rankings are based on requests through this gateway and appear within a minute of the first one."
        />
      )}
      <PageSection
        id="benchmarks"
        title="Benchmarks"
        lead="Measured through this gateway with its built-in suites, or imported with their source. Never estimated."
      >
        {benchmarks.length === 0 ? (
          <p className="text-sm text-muted-foreground">No benchmarks yet.</p>
        ) : (
          <BenchmarkLists benchmarks={benchmarks} offered={offered} />
        )}
      </PageSection>
    </>
  )
}

function addressOf(path: string, { window, kind }: { window: RankingWindow; kind: Modality | undefined }) {
  const search = new URLSearchParams()
  if (window !== '7d') search.set('window', window)
  if (kind && kind !== 'chat') search.set('modality', kind)
  return search.size > 0 ? `${path}?${search}` : path
}

type UseProps = {
  rankings: UseReply
  use: KindUse
  hrefOf: (chosen: { kind: Modality }) => string
  offered: OfferedNames
}

/** Usage of one modality in its unit, since tokens and video seconds do not add up. */
function Use({ rankings, use, hrefOf, offered }: UseProps) {
  const span = nameWindow(rankings.window)
  const unit = useUnits[use.metric]?.name ?? use.metric
  return (
    <>
      <PageSection
        id="use"
        title="Usage"
        lead={`${unit} in the last ${span}, including today, compared with the ${span} before.`}
        actions={
          <WindowLinks
            label="Type"
            windows={rankings.kinds.map(({ kind }) => kind)}
            current={use.kind}
            nameOf={(kind) => modalityNames[kind]}
            hrefOf={(kind) => hrefOf({ kind })}
          />
        }
      >
        <div className="flex flex-col gap-5">
          <SharePanel
            title={`${unit} per day`}
            label={`${unit} by model, last ${span}`}
            data={buildShareChart(use, rankings.dates)}
          />
          <Leaderboard use={use} offered={offered} />
        </div>
      </PageSection>
      <PageSection id="providers" title="Providers" lead={`Share of ${unit.toLowerCase()} by provider.`}>
        <ProviderShares use={use} />
      </PageSection>
      <PageSection
        id="speed"
        title="Chat speed"
        lead="Medians of the last 24 hours, for chat models with at least 10 streamed requests."
      >
        <SpeedLists speed={rankings.speed} offered={offered} />
      </PageSection>
    </>
  )
}

type LeaderGridProps = { leaders: readonly CategoryLeader[]; offered: OfferedNames }

/** The width of a cell in twelfths, by how many share its row. */
const spans = ['', 'lg:col-span-12', 'lg:col-span-6', 'lg:col-span-4', 'lg:col-span-3']

/** Of `index` of `count` cells, in rows of at most four that are all full and as equal as possible. */
function spanOf(index: number, count: number): string | undefined {
  const rows = Math.ceil(count / 4)
  const [least, longer] = [Math.floor(count / rows), count % rows]
  return spans[index < longer * (least + 1) ? least + 1 : least]
}

/** The leader of each category. */
function LeaderGrid({ leaders, offered }: LeaderGridProps) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-lg border border-border bg-card sm:grid-cols-2 lg:grid-cols-12">
      {leaders.map((leader, index) => (
        <div
          key={leader.category}
          className={cn(
            'min-w-0 px-4 py-3.5 outline outline-border sm:max-lg:odd:last:col-span-2',
            spanOf(index, leaders.length),
          )}
        >
          <dt className="text-xs text-faint-foreground">{nameCategory(leader.category)}</dt>
          <dd className="mt-1 min-w-0">
            <span className="block break-words">
              <RankedModel id={leader.model_id} name={leader.model_name} offered={offered} />
            </span>
            <span className="figures block text-sm text-muted-foreground">{formatLead(leader)}</span>
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
  throughput: 'Highest throughput',
  latency: 'Fastest first token',
}

/** The heading of a category; benchmark categories have readable names. */
function nameCategory(category: string): string {
  return names[category] ?? category
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** Each provider's share of a modality. */
function ProviderShares({ use: { metric, providers } }: { use: KindUse }) {
  const unit = useUnits[metric]
  return (
    <Panel>
      <ul aria-label="Providers by share" className="divide-y divide-border">
        {providers.map((row) => (
          <li
            key={row.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 px-4 py-3 text-sm sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
          >
            {row.is_listed ? (
              <Link
                href={paths.provider(row.id)}
                prefetch={false}
                className="truncate rounded-xs font-medium text-foreground underline-offset-3 hover:underline"
              >
                {row.name}
              </Link>
            ) : (
              <span className="truncate font-medium">{row.name}</span>
            )}
            <span className="max-sm:order-last max-sm:col-span-2">
              <ShareBar share={row.share} />
            </span>
            <span className="figures text-right">
              {percent.format(row.share)}
              <span className="ml-3 inline-block min-w-28 whitespace-nowrap text-faint-foreground">
                {unit?.short(row.amount) ?? row.amount} {unit?.name.toLowerCase()}
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

/** Daily usage: the largest models in their own color, all others together. The same rows as the table. */
export function buildShareChart({ models }: KindUse, dates: readonly string[]): ChartData {
  const used = models.filter(({ amount }) => amount > 0)
  const points = dates.map((date) => ({
    key: date,
    tick: tick.format(new Date(date)),
    label: label.format(new Date(date)),
  }))
  const drawn: ChartSeries[] = used.slice(0, SERIES_TONES.length).map((model, index) => ({
    id: model.id,
    name: model.name,
    tone: SERIES_TONES[index] ?? 'rest',
    values: model.daily,
  }))
  const others = used.slice(SERIES_TONES.length)
  if (others.length === 0) return { points, series: drawn }
  const values = dates.map((_, index) => others.reduce((sum, { daily }) => sum + (daily[index] ?? 0), 0))
  return { points, series: [...drawn, { id: 'rest', name: 'Other', tone: 'rest', values }] }
}
