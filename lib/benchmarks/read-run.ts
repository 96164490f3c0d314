import { AppError } from '@/lib/platform/errors'
import { presentRuns } from './internal/present-runs'
import { findRun } from './repository'
import type { BenchmarkRun } from './schema'

/** A run, how far it has come and what it has found. Throws `not_found`. */
export async function readRun(id: string): Promise<BenchmarkRun> {
  const row = await findRun(id)
  const [run] = row === null ? [] : await presentRuns([row])
  if (run === undefined) throw new AppError('not_found')
  return run
}
