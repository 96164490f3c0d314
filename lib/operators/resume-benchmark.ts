import { readRun } from '@/lib/benchmarks/read-run'
import { resumeRun } from '@/lib/benchmarks/resume-run'
import type { BenchmarkRun } from '@/lib/benchmarks/schema'
import type { Caller } from '@/lib/platform/caller'
import { audited } from './audited'

/** Goes on with an ended run, where something is left to ask. Throws `not_found`, `task_not_finished`, `model_not_found`. */
export async function resumeBenchmark(operator: Caller, id: string): Promise<BenchmarkRun> {
  const { status } = await readRun(id)
  const change = { action: 'benchmark.resume', subject: { type: 'benchmark', id } } as const
  await audited(operator, change, async (transaction) => {
    const isResumed = await resumeRun(operator, id, transaction)
    return { before: { status }, after: { status: isResumed ? 'queued' : status } }
  })
  return readRun(id)
}
