import { z } from 'zod'
import { OrderFailure, OrderStatus } from '../../orders-schema'
import { paymentStages } from './payment'

/** An order as the database keeps it (what each column means: prisma/schema/orders.prisma). */
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
  stripeCustomerId: z.string().nullable(),
  status: OrderStatus,
  failure: OrderFailure.shape.code.nullable(),
  sessionId: z.string().nullable(),
  checkoutUrl: z.string().nullable(),
  payment: z.enum(paymentStages),
  paymentIntentId: z.string().nullable(),
  invoiceId: z.string().nullable(),
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
