import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'
import type { DeliveryStatus } from './schema'

/** Where a delivery may go from each state. An ended one begins again when its customer asks for it. */
const moves: StateMoves<DeliveryStatus> = {
  pending: ['pending', 'delivered', 'failed'],
  delivered: ['pending'],
  failed: ['pending'],
}

/** The states from which a delivery may come into this one. */
export const statesBefore = (to: DeliveryStatus) => statesLeadingTo(moves, to)
