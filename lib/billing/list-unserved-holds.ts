import {
  listOpenHoldIds,
  listUnservedHolds as listRows,
  type StandingHold,
} from './internal/inspection/repository'

const LIMIT = 10_000

/**
 * Open holds that no living process serves. Those with `is_kept` were handed to a task, which must be there and not have
 * ended; the others belong to a process that died, and the sweep gives them back within seconds.
 */
export function listUnservedHolds(olderThanSeconds: number): Promise<StandingHold[]> {
  return listRows(olderThanSeconds, LIMIT)
}

/** Which of these are still open. */
export function stillOpen(ids: string[]): Promise<string[]> {
  return listOpenHoldIds(ids)
}
