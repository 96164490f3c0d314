import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'
import type { RunStatus } from './schema'

/** Where a run may go from each state; `queued` again is a resume. */
const moves: StateMoves<RunStatus> = {
  queued: ['running', 'cancelled', 'failed'],
  running: ['completed', 'failed', 'cancelled'],
  completed: ['queued'],
  failed: ['queued'],
  cancelled: ['queued'],
}

/** The states from which a run may come into this one. */
export const statesBefore = (to: RunStatus) => statesLeadingTo(moves, to)
