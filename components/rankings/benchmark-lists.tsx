import { formatUtcDay } from '@/components/site/format-utc'
import { Panel, PanelHeader } from '@/components/ui/panel'
import type { BenchmarkCategory } from '@/lib/benchmarks/schema'
import { describeCertainty, formatScore } from './format-ranked'
import { type OfferedNames, RankedModel } from './ranked-model'
import { ScoreSource } from './score-source'

type BenchmarkListsProps = { benchmarks: readonly BenchmarkCategory[]; offered: OfferedNames }

/** Scores by category, each with how sure it is and where it comes from. */
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
