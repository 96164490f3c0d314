import type { WithdrawReply } from '@/lib/benchmarks/import-schema'
import { withdrawScores } from '@/lib/benchmarks/withdraw-scores'
import type { Caller } from '@/lib/platform/caller'
import { audited } from './audited'

/** Takes imported figures back; the audit entry keeps what they said. Throws `not_found`. */
export async function withdrawBenchmarks(operator: Caller, category: string): Promise<WithdrawReply> {
  const change = { action: 'benchmark.withdraw', subject: { type: 'benchmark', id: category } } as const
  const { withdrawn } = await audited(operator, change, async (transaction) => {
    const rows = await withdrawScores(category, transaction)
    const [{ source, sourceUrl, licence, metric }] = rows
    const scores = rows.map(({ modelId, score, asOf }) => ({
      model: modelId,
      score,
      as_of: asOf.toISOString(),
    }))
    return {
      withdrawn: rows.length,
      before: { source, source_url: sourceUrl, licence, metric, scores },
      after: null,
    }
  })
  return { category, withdrawn }
}
