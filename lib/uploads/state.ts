import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'

export type UploadStatus = 'pending' | 'claimed' | 'released'

/**
 * Where an upload may go from each state. The bytes of a `released` one are deleted, more than once where the store is away
 * or a PUT came late; its row stays a while, so that a second use is told apart.
 */
const moves: StateMoves<UploadStatus> = {
  pending: ['claimed', 'released'],
  claimed: ['released'],
  released: ['released'],
}

/** The states from which an upload may come into this one. */
export const statesBefore = (to: UploadStatus) => statesLeadingTo(moves, to)
