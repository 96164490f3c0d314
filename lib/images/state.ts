import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'

export type ImageStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled'

/** Where a task may go from each state. What is finished stays as it is. */
const moves: StateMoves<ImageStatus> = {
  queued: ['processing', 'cancelled'],
  processing: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
}

/** The states from which a task may come into this one. */
export const statesBefore = (to: ImageStatus) => statesLeadingTo(moves, to)

export function isFinished(status: ImageStatus): boolean {
  return moves[status].length === 0
}
