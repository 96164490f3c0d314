import { listOpenHoldIds } from './internal/inspection/repository'

/** Which of these holds are still open. */
export function stillOpen(ids: string[]): Promise<string[]> {
  return listOpenHoldIds(ids)
}
