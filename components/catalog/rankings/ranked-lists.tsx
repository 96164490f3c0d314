import { formatRate } from '@/components/catalog/models/figures'
import { Panel, PanelHeader } from '@/components/ui/panel'
import type { SpeedRanking } from '@/lib/catalog/rankings/schema'
import type { BenchmarkCategory, BenchmarkItem } from '@/lib/catalog/rankings/scores-schema'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import { formatUtcDay } from '@/lib/client/format/time'
import { describeCertainty, formatScore } from './format-ranked'
import { type OfferedNames, RankedModel } from './ranked-model'

type BenchmarkListsProps = { benchmarks: readonly BenchmarkCategory[]; offered: OfferedNames }

/** Scores by category, each with its interval and source. */
export function BenchmarkLists({ benchmarks, offered }: BenchmarkListsProps) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      {benchmarks.map(({ category, items }) => (
        <Panel key={category}>
          <PanelHeader title={category} description={items[0]?.metric} />
          <ol aria-label={category} className="divide-y divide-line text-sm">
            {items.map((item) => (
              <li key={`${item.model_id} ${item.source}`} className="flex items-baseline gap-3 px-4 py-2.5">
                <span className="figures w-5 shrink-0 text-right text-faint">{item.rank}</span>
                <span className="min-w-0 flex-1">
                  <RankedModel id={item.model_id} offered={offered} />
                  <span className="block text-xs break-words text-faint">
                    <ScoreSource item={item} />, {formatUtcDay(item.as_of)}
                  </span>
                </span>
                <span className="figures shrink-0 text-right">
                  {formatScore(item.score, item.metric)}
                  <span className="block text-xs text-faint">{describeCertainty(item)}</span>
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
    <a href={url} rel="noreferrer" className="underline underline-offset-2 hover:text-ink">
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
        <p className="px-4 py-8 text-center text-sm text-muted">No model has 10 streamed requests yet.</p>
      ) : (
        <ol aria-label={title} className="divide-y divide-line text-sm">
          {rows.map((row) => (
            <li key={row.model_id} className="flex items-baseline gap-3 px-4 py-2.5">
              <span className="figures w-5 shrink-0 text-right text-faint">{row.rank}</span>
              <span className="min-w-0 flex-1 break-words">
                <RankedModel id={row.model_id} name={row.model_name} offered={offered} />
              </span>
              <span className="figures shrink-0 text-right">
                {row.figure}
                <span className="block text-xs text-faint">{formatNumber(row.samples)} samples</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
