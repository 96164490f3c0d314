import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'

const EarlyHint = z.object({
  refundedCents: z.number().int().optional(),
  disputes: z
    .object({ state: z.enum(['open', 'won', 'lost']).nullable(), cents: z.number().int() })
    .optional(),
})
type EarlyHint = z.infer<typeof EarlyHint>
/** An event that arrived before its payment. */
type EarlyEvent = { id: string; type: string; hint: EarlyHint }

/** The tables of processed Stripe events, of how far they were read, and of our customers' ids at Stripe. */

export async function isEventProcessed(eventId: string): Promise<boolean> {
  return (await prisma.paymentEvent.count({ where: { id: eventId } })) > 0
}

export async function insertEvent(
  event: Omit<EarlyEvent, 'hint'> & { orderId: string | null; paymentIntentId?: string; hint?: EarlyHint },
  transaction: Transaction = prisma,
): Promise<void> {
  await transaction.paymentEvent.createMany({ data: event, skipDuplicates: true })
}

/** The events of a payment that arrived when no order was known to have it. */
export async function listEarlyEvents(paymentIntentId: string): Promise<EarlyEvent[]> {
  const events = await prisma.paymentEvent.findMany({ where: { paymentIntentId, orderId: null } })
  return events.map(({ id, type, hint }) => ({ id, type, hint: EarlyHint.parse(hint ?? {}) }))
}

export async function assignEvents(ids: readonly string[], orderId: string): Promise<void> {
  await prisma.paymentEvent.updateMany({ where: { id: { in: [...ids] } }, data: { orderId } })
}

export async function deleteEventsBefore(receivedBefore: Date): Promise<number> {
  return (await prisma.paymentEvent.deleteMany({ where: { receivedAt: { lt: receivedBefore } } })).count
}

/** How far Stripe's own list of events was read; null before the first read. */
export function findEventsRead(): Promise<{ seenAt: Date | null; askedAt: Date } | null> {
  return prisma.paymentEventsRead.findUnique({ where: { gateway: 'stripe' } })
}

/** The last write wins: going back only reads the same again, and no writer goes past what is still to be processed. */
export async function saveEventsRead(read: { seenAt: Date | null; askedAt: Date }): Promise<void> {
  await prisma.paymentEventsRead.upsert({
    where: { gateway: 'stripe' },
    create: { gateway: 'stripe', ...read },
    update: read,
  })
}

export async function saveStripeCustomer(
  customerId: string,
  stripeId: string,
  transaction: Transaction = prisma,
): Promise<void> {
  await transaction.stripeCustomer.upsert({
    where: { customerId },
    create: { customerId, stripeId },
    update: { stripeId },
  })
}

export async function findStripeCustomer(customerId: string): Promise<string | undefined> {
  return (await prisma.stripeCustomer.findUnique({ where: { customerId } }))?.stripeId
}

/** Stripe no longer knows the payer: the account was changed, or the payer deleted there. */
export async function forgetStripeCustomer(customerId: string, stripeId: string): Promise<void> {
  await prisma.stripeCustomer.deleteMany({ where: { customerId, stripeId } })
}
