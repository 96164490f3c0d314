import type { ImportReply, ImportRequest } from '@/lib/benchmarks/import-schema'
import { importScores } from '@/lib/benchmarks/import-scores'
import type { Caller } from '@/lib/platform/caller'
import { audited } from './audited'

/** Takes figures of others in. Throws `invalid_parameter` naming the place. */
export async function importBenchmarks(operator: Caller, request: ImportRequest): Promise<ImportReply> {
  const { source, results } = request
  const change = { action: 'benchmark.import', subject: { type: 'benchmark', id: source.name } } as const
  const { reply } = await audited(operator, change, async (transaction) => {
    const reply = await importScores(request, transaction)
    return { reply, before: null, after: { ...source, results: results.length } }
  })
  return reply
}
