import { formatUsd } from '@/lib/platform/money'
import { suiteSourceUrl } from './internal/suite-source'
import { wilsonInterval } from './internal/wilson-interval'
import type { PlannedSuite, RunRow, SuiteTally } from './repository'
import { type BenchmarkItem, type BenchmarkRun, type SuiteProgress, suiteCategories } from './schema'
import type { ScoreRow } from './score-repository'

export function toBenchmarkItem(row: ScoreRow, rank: number): BenchmarkItem {
  return {
    rank,
    model_id: row.modelId,
    score: row.score,
    metric: row.metric,
    samples: row.samples,
    low: row.low,
    high: row.high,
    source: row.source,
    source_url: row.sourceUrl ?? suiteSourceUrl(),
    licence: row.licence,
    as_of: row.asOf.toISOString(),
  }
}

/** `scores` are those that the run has become, none before it is completed. */
export function toBenchmarkRun(
  row: RunRow,
  tallies: readonly SuiteTally[],
  scores: readonly ScoreRow[],
): BenchmarkRun {
  const suites = row.suites.map((suite) =>
    toProgress(
      suite,
      tallies.find(({ suite_id }) => suite_id === suite.id),
    ),
  )
  const costNanos = tallies.reduce((sum, { cost_nanos }) => sum + cost_nanos, 0n)
  return {
    id: row.id,
    model_id: row.modelId,
    model_name: row.modelName,
    status: row.status,
    suites,
    items: suites.reduce((sum, { items }) => sum + items, 0),
    done: suites.reduce((sum, { passed, failed, unanswered }) => sum + passed + failed + unanswered, 0),
    concurrency: row.concurrency,
    max_tokens: row.maxTokens,
    cost: formatUsd(costNanos),
    max_cost: formatUsd(row.maxCostNanos),
    is_ranked: scores.some(({ isRanked }) => isRanked),
    providers: [...new Set(scores.flatMap(({ providers }) => providers))],
    failure: row.failure,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  }
}

function toProgress({ id, version, items }: PlannedSuite, tally: SuiteTally | undefined): SuiteProgress {
  const { passed, failed, unanswered } = tally ?? { passed: 0, failed: 0, unanswered: 0 }
  const interval = wilsonInterval(passed, passed + failed)
  return {
    id,
    category: suiteCategories[id],
    version,
    items,
    passed,
    failed,
    unanswered,
    score: interval?.score ?? null,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    cost: formatUsd(tally?.cost_nanos ?? 0n),
    latency_p50_ms: tally?.latency_p50_ms ?? null,
  }
}
