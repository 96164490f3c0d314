import { listOpenHoldIds } from './internal/inspection/repository'

/** Which of these holds are still open. */
export function listOpenHolds(ids: string[]): Promise<string[]> {
  return listOpenHoldIds(ids)
}
