import type { OrderStatus } from '../../orders-schema'

/**
 * The moves of an order, one step each. Two kinds are not in the happy picture: money wins (a payment that comes after the
 * order was given up is still a payment, and buys its credit), and refunds can fail at the bank, which undoes them.
 */
const moves: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['processing', 'paid', 'expired', 'cancelled', 'failed'],
  processing: ['paid', 'failed'],
  expired: ['paid', 'failed'],
  cancelled: ['processing', 'paid'],
  failed: ['processing', 'paid'],
  paid: ['partially_refunded', 'refunded', 'disputed'],
  partially_refunded: ['refunded', 'paid', 'disputed'],
  refunded: ['partially_refunded', 'paid', 'disputed'],
  disputed: ['paid', 'partially_refunded', 'refunded', 'charged_back'],
  charged_back: ['disputed', 'paid', 'partially_refunded', 'refunded'],
}

/**
 * Whether an order may be found at `to` when it was last seen at `from`. Several steps can be learnt of at once: a refund
 * that is heard of before its payment leads from pending through paid to refunded.
 */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  const reached = new Set<OrderStatus>([from])
  for (const status of reached) for (const next of moves[status]) reached.add(next)
  return reached.has(to)
}
