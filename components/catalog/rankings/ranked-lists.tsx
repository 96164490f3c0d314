import { ArrowDown, ArrowUp } from 'lucide-react'
import Link from 'next/link'
import { formatRate } from '@/components/catalog/models/figures'
import { ShareBar } from '@/components/charts/share-bar'
import { Dash, type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { Panel, PanelHeader } from '@/components/ui/panel'
import type { KindUse, RankedUse, SpeedRanking } from '@/lib/catalog/rankings/schema'
import type { BenchmarkCategory, BenchmarkItem } from '@/lib/catalog/rankings/scores-schema'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import { formatUtcDay } from '@/lib/client/format/time'
import { paths } from '@/lib/client/paths'
import { describeCertainty, formatChange, formatScore, useUnits } from './format-ranked'

/** Names of the available models, by id. */
export type OfferedNames = ReadonlyMap<string, string>

type RankedModelProps = { id: string; name?: string; offered: OfferedNames }

/** A model's name, as a link while it is available. */
export function RankedModel({ id, name, offered }: RankedModelProps) {
  const label = name ?? offered.get(id) ?? id
  if (!offered.has(id)) return <span className="font-medium">{label}</span>
  return (
    <Link
      href={paths.model(id)}
      prefetch={false}
      className="press-line inline-block rounded-xs font-medium text-foreground underline-offset-3 hover:underline"
    >
      {label}
    </Link>
  )
}

// One decimal each, so shares align.
const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

const figures: FigureColumn<RankedUse>[] = [
  {
    id: 'share',
    name: 'Share',
    cell: ({ share }) => (
      <span className="flex items-center gap-2.5">
        <span className="figures @min-[42rem]:w-12 @min-[42rem]:text-right">{percent.format(share)}</span>
        <span className="w-24 max-sm:hidden">
          <ShareBar share={share} />
        </span>
      </span>
    ),
  },
  { id: 'requests', name: 'Requests', numeric: true, cell: (row) => formatNumber(row.requests) },
  {
    id: 'change',
    name: 'Change',
    numeric: true,
    cell: ({ change }) => formatChange(change) ?? <Dash label="no earlier figure" />,
  },
]

/** The models of one modality by usage, in its unit. */
export function Leaderboard({ use: { metric, models }, offered }: { use: KindUse; offered: OfferedNames }) {
  const unit = useUnits[metric]
  const amount: FigureColumn<RankedUse> = {
    id: 'amount',
    name: unit?.name ?? metric,
    numeric: true,
    cell: ({ amount }) => <span title={formatNumber(amount)}>{unit?.short(amount) ?? amount}</span>,
  }
  const model: FigureColumn<RankedUse> = {
    id: 'model',
    name: 'Model',
    cell: (row) => (
      <div className="flex min-w-0 items-baseline gap-3 py-1">
        <span className="figures shrink-0 text-faint-foreground @min-[42rem]:w-6 @min-[42rem]:text-right">
          {models.indexOf(row) + 1}
        </span>
        <span className="min-w-0">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <RankedModel id={row.id} name={row.name} offered={offered} />
            <RankMove rank={models.indexOf(row) + 1} previous={row.previous_rank} />
          </span>
          <span className="block font-mono text-xs break-all text-faint-foreground">{row.id}</span>
        </span>
      </div>
    ),
  }
  return (
    <Panel>
      <FigureTable
        label="Leaderboard"
        rows={models}
        columns={[model, amount, ...figures]}
        keyOf={(row) => row.id}
      />
    </Panel>
  )
}

function RankMove({ rank, previous }: { rank: number; previous: number | null }) {
  if (previous === null) return <span className="text-xs text-brand-text">New</span>
  if (previous === rank) return null
  const Icon = previous > rank ? ArrowUp : ArrowDown
  const moved = Math.abs(previous - rank)
  return (
    <span className="figures inline-flex items-center text-xs text-faint-foreground">
      <Icon className="size-3" aria-hidden="true" />
      {moved}
      <span className="sr-only">
        {moved === 1 ? ' rank ' : ' ranks '}
        {previous > rank ? 'up' : 'down'}
      </span>
    </span>
  )
}

type BenchmarkListsProps = { benchmarks: readonly BenchmarkCategory[]; offered: OfferedNames }

/** Scores by category, each with its interval and source. */
export function BenchmarkLists({ benchmarks, offered }: BenchmarkListsProps) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      {benchmarks.map(({ category, items }) => (
        <Panel key={category}>
          <PanelHeader title={category} description={items[0]?.metric} />
          <ol aria-label={category} className="divide-y divide-border text-sm">
            {items.map((item) => (
              <li key={`${item.model_id} ${item.source}`} className="flex items-baseline gap-3 px-4 py-2.5">
                <span className="figures w-5 shrink-0 text-right text-faint-foreground">{item.rank}</span>
                <span className="min-w-0 flex-1">
                  <RankedModel id={item.model_id} offered={offered} />
                  <span className="block text-xs break-words text-faint-foreground">
                    <ScoreSource item={item} />, {formatUtcDay(item.as_of)}
                  </span>
                </span>
                <span className="figures shrink-0 text-right">
                  {formatScore(item.score, item.metric)}
                  <span className="block text-xs text-faint-foreground">{describeCertainty(item)}</span>
                </span>
              </li>
            ))}
          </ol>
        </Panel>
      ))}
    </div>
  )
}

/** The source of a score, as a link. */
export function ScoreSource({ item: { source, source_url: url, licence } }: { item: BenchmarkItem }) {
  const label = licence === null ? source : `${source} (${licence})`
  if (!/^(https?:\/\/|\/)/.test(url)) return label
  return (
    <a href={url} rel="noreferrer" className="underline underline-offset-2 hover:text-foreground">
      {label}
    </a>
  )
}

type SpeedRow = { rank: number; model_id: string; model_name: string; samples: number; figure: string }

/** The fastest models by throughput and by time to first token. */
export function SpeedLists({ speed, offered }: { speed: SpeedRanking; offered: OfferedNames }) {
  const throughput = speed.throughput.map((row) => ({ ...row, figure: `${formatRate(row.tps_p50)} t/s` }))
  const latency = speed.latency.map((row) => ({ ...row, figure: formatDuration(row.ttft_p50_ms) }))
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <SpeedList
        title="Throughput"
        description="Median tokens per second after the first"
        rows={throughput}
        offered={offered}
      />
      <SpeedList
        title="Time to first token"
        description="Median time from request to first token"
        rows={latency}
        offered={offered}
      />
    </div>
  )
}

type SpeedListProps = {
  title: string
  description: string
  rows: readonly SpeedRow[]
  offered: OfferedNames
}

function SpeedList({ title, description, rows, offered }: SpeedListProps) {
  return (
    <Panel>
      <PanelHeader title={title} description={description} />
      {rows.length === 0 ? (
        <p className="px-4 py-8 text-center text-sm text-muted-foreground">
          No model has 10 streamed requests yet.
        </p>
      ) : (
        <ol aria-label={title} className="divide-y divide-border text-sm">
          {rows.map((row) => (
            <li key={row.model_id} className="flex items-baseline gap-3 px-4 py-2.5">
              <span className="figures w-5 shrink-0 text-right text-faint-foreground">{row.rank}</span>
              <span className="min-w-0 flex-1 break-words">
                <RankedModel id={row.model_id} name={row.model_name} offered={offered} />
              </span>
              <span className="figures shrink-0 text-right">
                {row.figure}
                <span className="block text-xs text-faint-foreground">
                  {formatNumber(row.samples)} samples
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
