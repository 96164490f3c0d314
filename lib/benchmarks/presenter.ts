import { suiteSourceUrl } from './internal/suite-source'
import type { BenchmarkItem } from './schema'
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
