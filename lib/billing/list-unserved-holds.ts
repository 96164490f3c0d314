import { listUnservedHoldRows, type UnservedHold } from './internal/inspection/repository'

export type { UnservedHold }

const LIMIT = 10_000

/**
 * Open holds that no living process serves. Those with `is_kept` were handed to a task, which must be there and not have
 * ended; the others belong to a process that died, and the sweep gives them back within seconds.
 */
export function listUnservedHolds(olderThanSeconds: number): Promise<UnservedHold[]> {
  return listUnservedHoldRows(olderThanSeconds, LIMIT)
}
