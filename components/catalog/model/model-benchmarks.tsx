import { describeCertainty, formatScore } from '@/components/rankings/format-ranked'
import { ScoreSource } from '@/components/rankings/ranked-lists'
import { formatUtcDay } from '@/components/site/format-utc'
import { Panel } from '@/components/ui/panel'
import type { ModelScore } from '@/lib/benchmarks/schema'

/** How the model did where it was measured, each figure with how sure it is and where it comes from. */
export function ModelBenchmarks({ scores }: { scores: readonly ModelScore[] }) {
  return (
    <Panel>
      <ul aria-label="Benchmarks" className="divide-y divide-line text-sm">
        {scores.map((score) => (
          <li key={score.category} className="flex items-baseline gap-4 px-4 py-2.5">
            <span className="min-w-0 flex-1">
              <span className="block font-medium break-words">{score.category}</span>
              <span className="block text-xs break-words text-faint">
                <ScoreSource item={score} />, {formatUtcDay(score.as_of)}
              </span>
            </span>
            <span className="figures shrink-0 text-right">
              {formatScore(score.score, score.metric)}
              <span className="block text-xs text-faint">{describeCertainty(score)}</span>
            </span>
            <span className="figures w-16 shrink-0 text-right text-faint max-sm:hidden">
              {score.compared > 1 && `${score.rank} of ${score.compared}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
