import { importScores, withdrawScores } from '@/lib/catalog/rankings/scores'
import type { ImportRequest } from '@/lib/catalog/rankings/scores-schema'
import { cancelRun, startRun } from '@/lib/operator/benchmarks/runs'
import type { StartedRun, StartRunRequest } from '@/lib/operator/benchmarks/schema'
import type { Caller } from '@/lib/platform/caller'
import { newId } from '@/lib/platform/ids'
import { type AuditedChange, audited } from './audit'
import type { AuditAction } from './schema'

/** Benchmark use cases with an audit entry. They throw what the use cases throw. */
const change = (action: AuditAction, id: string): AuditedChange => ({
  action,
  subject: { type: 'benchmark', id },
})

/** Starts a run at the operator's expense. */
export async function startBenchmark(operator: Caller, request: StartRunRequest): Promise<StartedRun> {
  const id = newId('bench')
  const { run } = await audited(operator, change('benchmark.start', id), async (transaction) => ({
    run: await startRun(operator, id, request, transaction),
    before: null,
    after: request,
  }))
  return run
}

export async function cancelBenchmark(operator: Caller, id: string): Promise<StartedRun> {
  const status = 'cancelled'
  await audited(operator, change('benchmark.cancel', id), async (transaction) => ({
    before: { status: await cancelRun(id, transaction) },
    after: { status },
  }))
  return { id, status }
}

export async function importBenchmarks(operator: Caller, request: ImportRequest) {
  const { source, results } = request
  await audited(operator, change('benchmark.import', source.name), async (transaction) => {
    await importScores(request, transaction)
    return { before: null, after: { ...source, results: results.length } }
  })
  return { imported: results.length }
}

/** The audit entry keeps the removed scores. */
export async function withdrawBenchmarks(operator: Caller, category: string) {
  const { before } = await audited(operator, change('benchmark.withdraw', category), async (transaction) => ({
    before: await withdrawScores(category, transaction),
    after: null,
  }))
  return { category, withdrawn: before.scores.length }
}
