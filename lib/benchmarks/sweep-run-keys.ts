import { dropRunKey } from './internal/run-key'
import { listUnclearedKeys } from './repository'

/** Keys that a crash has left behind the end of their run. Ends as often as it is begun. */
export async function sweepRunKeys(): Promise<void> {
  for (const run of await listUnclearedKeys()) await dropRunKey(run)
}
