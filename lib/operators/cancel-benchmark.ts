import { cancelRun } from '@/lib/benchmarks/cancel-run'
import { forgetRunKey } from '@/lib/benchmarks/forget-run-key'
import { readRun } from '@/lib/benchmarks/read-run'
import type { BenchmarkRun } from '@/lib/benchmarks/schema'
import type { Caller } from '@/lib/platform/caller'
import { audited } from './audited'

/** Ends a run; what it has found stays. Throws `not_found`, `task_not_cancellable`. */
export async function cancelBenchmark(operator: Caller, id: string): Promise<BenchmarkRun> {
  const { status } = await readRun(id)
  const change = { action: 'benchmark.cancel', subject: { type: 'benchmark', id } } as const
  await audited(operator, change, async (transaction) => {
    await cancelRun(id, transaction)
    return { before: { status }, after: { status: 'cancelled' } }
  })
  await forgetRunKey(id)
  return readRun(id)
}
