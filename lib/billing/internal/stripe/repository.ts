import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'

/** The tables of Stripe's events that were dealt with, and of what Stripe calls our customers. */

export async function isEventProcessed(eventId: string): Promise<boolean> {
  return (await prisma.paymentEvent.count({ where: { id: eventId } })) > 0
}

export async function insertEvent(
  event: { id: string; type: string; orderId: string | null },
  transaction: Transaction = prisma,
): Promise<void> {
  await transaction.paymentEvent.createMany({ data: event, skipDuplicates: true })
}

export async function deleteEventsBefore(receivedBefore: Date): Promise<number> {
  return (await prisma.paymentEvent.deleteMany({ where: { receivedAt: { lt: receivedBefore } } })).count
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

/** Stripe does not know the payer any more: the account was changed, or the payer deleted there. */
export async function forgetStripeCustomer(customerId: string, stripeId: string): Promise<void> {
  await prisma.stripeCustomer.deleteMany({ where: { customerId, stripeId } })
}
