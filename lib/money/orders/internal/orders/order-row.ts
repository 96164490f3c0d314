import { z } from 'zod'
import { OrderFailure, OrderStatus } from '../../orders-schema'
import { BillingDetails } from '../../settings-schema'
import { paymentStages } from './payment'

/** An order as the database stores it (columns: prisma/schema/money/orders.prisma). */
export const OrderRow = z.object({
  id: z.string(),
  customerId: z.string(),
  gateway: z.enum(['stripe', 'sandbox']),
  innerId: z.number().int(),
  priceCents: z.number().int(),
  creditNanos: z.bigint(),
  locale: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  buyerDetails: BillingDetails.nullable(),
  isAutomatic: z.boolean(),
  paymentMethodId: z.string().nullable(),
  stripeCustomerId: z.string().nullable(),
  status: OrderStatus,
  failure: OrderFailure.shape.code.nullable(),
  sessionId: z.string().nullable(),
  checkoutUrl: z.string().nullable(),
  payment: z.enum(paymentStages),
  paymentIntentId: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  chargedCents: z.number().int(),
  taxCents: z.number().int(),
  refundedCents: z.number().int(),
  dispute: z.enum(['open', 'won', 'lost']).nullable(),
  disputedCents: z.number().int(),
  refundTakenNanos: z.bigint(),
  disputeTakenNanos: z.bigint(),
  lastTicket: z.number().int(),
  appliedTicket: z.number().int(),
  nextLookAt: z.date().nullable(),
  createdAt: z.date(),
  expiresAt: z.date(),
  paidAt: z.date().nullable(),
  cancelledAt: z.date().nullable(),
})
export type OrderRow = z.infer<typeof OrderRow>

export type Booking = { key: string; kind: 'purchase' | 'refund' | 'dispute'; amountNanos: bigint }

/** What an order becomes, and what has to be booked for it. */
export type Judgement = { data: Partial<OrderRow> & Pick<OrderRow, 'status'>; bookings: Booking[] }

/**
 * The transitions of an order, one step each. Two kinds are outside the normal flow: money wins (a payment that arrives
 * after the order was cancelled is still a payment, and buys its credit), and refunds can fail at the bank, which
 * undoes them.
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
 * Whether an order may be at `to` when it was last seen at `from`. Several steps can be learnt at once: a refund that
 * is reported before its payment leads from pending through paid to refunded.
 */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  const reached = new Set<OrderStatus>([from])
  for (const status of reached) for (const next of moves[status]) reached.add(next)
  return reached.has(to)
}
