import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'

export type ObjectStatus = 'storing' | 'stored' | 'deleting'

/**
 * Where an object may go from each state. One that is `deleting` is gone for everybody but the sweep, which may have to try
 * again.
 */
const moves: StateMoves<ObjectStatus> = {
  storing: ['stored', 'deleting'],
  stored: ['deleting'],
  deleting: ['deleting'],
}

/** The states from which an object may come into this one. */
export const statesBefore = (to: ObjectStatus) => statesLeadingTo(moves, to)
