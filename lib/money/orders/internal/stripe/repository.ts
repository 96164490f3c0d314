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
/** An event that arrived before its payment was known. */
type EarlyEvent = { id: string; type: string; hint: EarlyHint }

export async function isEventProcessed(eventId: string): Promise<boolean> {
  return (await prisma.paymentEvent.count({ where: { id: eventId } })) > 0
}

export async function insertEvent(
  event: Omit<EarlyEvent, 'hint'> & { orderId: string | null; paymentIntentId?: string; hint?: EarlyHint },
  transaction: Transaction = prisma,
): Promise<void> {
  await transaction.paymentEvent.createMany({ data: event, skipDuplicates: true })
}

/** Events of a payment that arrived before its order was known. */
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

/** The position in Stripe's list of events; null before the first read. */
export function findEventsRead(): Promise<{ seenAt: Date | null; askedAt: Date } | null> {
  return prisma.paymentEventsRead.findUnique({ where: { gateway: 'stripe' } })
}

/** The last write wins: going back only repeats reads, and no writer goes past an unprocessed event. */
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

/** Removes an id that Stripe no longer knows, because the payer was deleted or another Stripe account is in use. */
export async function forgetStripeCustomer(customerId: string, stripeId: string): Promise<void> {
  await prisma.stripeCustomer.deleteMany({ where: { customerId, stripeId } })
}
