import type { BenchmarkRun, StartRunRequest } from '@/lib/benchmarks/schema'
import { startRun } from '@/lib/benchmarks/start-run'
import type { Caller } from '@/lib/platform/caller'
import { newId } from '@/lib/platform/ids'
import { audited } from './audited'

/** Measures a model, at the operator's own expense. Throws `model_not_found`, `invalid_parameter`. */
export async function startBenchmark(operator: Caller, request: StartRunRequest): Promise<BenchmarkRun> {
  const id = newId('bench')
  const change = { action: 'benchmark.start', subject: { type: 'benchmark', id } } as const
  const { run } = await audited(operator, change, async (transaction) => {
    const run = await startRun(operator, id, request, transaction)
    const suites = run.suites.map((suite) => suite.id)
    return { run, before: null, after: { model_id: run.model_id, suites, max_cost: run.max_cost } }
  })
  return run
}
