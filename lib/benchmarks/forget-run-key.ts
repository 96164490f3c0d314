import { dropRunKey } from './internal/run-key'
import { findRun } from './repository'
import { isOpenRun } from './schema'

/** After a run has ended: its key is of no use any more. */
export async function forgetRunKey(id: string): Promise<void> {
  const run = await findRun(id)
  if (run !== null && !isOpenRun(run.status)) await dropRunKey(run)
}
