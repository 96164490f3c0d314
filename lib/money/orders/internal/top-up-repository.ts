import { z } from 'zod'
import { readSettledBalance } from '@/lib/money/ledger/balance'
import { prisma } from '@/lib/platform/db'
import { isViolation, type Transaction } from '@/lib/platform/transaction'
import { Prisma } from '@/prisma/generated/client'
import { OrderFailure, PaymentMethod } from '../orders-schema'
import { BillingDetails } from '../settings-schema'
import type { OrderRow } from './orders/order'
import { lockOrdersOf, type NewOrder, parseOrder, readBuyer } from './orders/repository'

/** The tables of automatic top-ups and of billing details. */

export const SavedCard = PaymentMethod.pick({ brand: true, last4: true, exp_month: true, exp_year: true })
export type SavedCard = z.infer<typeof SavedCard>

const TopUpRow = z.object({
  customerId: z.string(),
  isEnabled: z.boolean(),
  thresholdNanos: z.bigint(),
  amountCents: z.number().int(),
  monthlyLimitCents: z.number().int(),
  stripeCustomerId: z.string().nullable(),
  paymentMethodId: z.string().nullable(),
  card: SavedCard.nullable(),
  failure: OrderFailure.shape.code.nullable(),
  failedOrderId: z.string().nullable(),
  failedAt: z.date().nullable(),
})
export type TopUpRow = z.infer<typeof TopUpRow>

const noFailure = { failure: null, failedOrderId: null, failedAt: null }

/** The table's defaults, for a customer without a row. */
const initial = {
  isEnabled: false,
  thresholdNanos: 5_000_000_000n,
  amountCents: 2500,
  monthlyLimitCents: 10_000,
  stripeCustomerId: null,
  paymentMethodId: null,
  card: null,
  ...noFailure,
}

export async function findTopUp(customerId: string): Promise<TopUpRow> {
  const found = await prisma.autoTopUp.findUnique({ where: { customerId } })
  return TopUpRow.parse(found ?? { customerId, ...initial })
}

/** Creates or changes the customer's row. Switching top-up on clears its failure. */
export async function saveTopUp(
  customerId: string,
  changes: Partial<Pick<TopUpRow, 'isEnabled' | 'thresholdNanos' | 'amountCents' | 'monthlyLimitCents'>>,
): Promise<void> {
  const data = { ...changes, ...(changes.isEnabled && noFailure) }
  await prisma.autoTopUp.upsert({ where: { customerId }, create: { customerId, ...data }, update: data })
}

/** Saves a card and returns the one it replaces. Undefined: the customer never opened the card page, so nothing is saved. */
export async function saveCard(
  customerId: string,
  saved: { stripeCustomerId: string; paymentMethodId: string; card: SavedCard },
  transaction: Transaction,
): Promise<{ replacedId: string | null } | undefined> {
  await transaction.$executeRaw`SELECT FROM auto_top_ups WHERE customer_id = ${customerId} FOR UPDATE`
  const before = await transaction.autoTopUp.findUnique({ where: { customerId } })
  if (before === null) return undefined
  await transaction.autoTopUp.update({ where: { customerId }, data: { ...saved, ...noFailure } })
  const { paymentMethodId } = before
  return { replacedId: paymentMethodId === saved.paymentMethodId ? null : paymentMethodId }
}

/** Removes the card, unless another one was saved in the meantime. */
export async function forgetCard(customerId: string, paymentMethodId: string): Promise<void> {
  const none = { stripeCustomerId: null, paymentMethodId: null, card: Prisma.DbNull }
  await prisma.autoTopUp.updateMany({
    where: { customerId, paymentMethodId },
    data: { isEnabled: false, ...none, ...noFailure },
  })
}

/** Top-ups that a failed charge switched off after that time. */
export async function listSwitchedOff(after: Date): Promise<TopUpRow[]> {
  const rows = await prisma.autoTopUp.findMany({ where: { isEnabled: false, failedAt: { gt: after } } })
  return z.array(TopUpRow).parse(rows)
}

/** Customers whose balance is below their threshold, ordered by id; the next page starts after the last one. */
export async function listLowCustomers(afterCustomerId: string, limit: number): Promise<string[]> {
  const rows = await prisma.$queryRaw`
    SELECT customer_id AS id FROM auto_top_ups t LEFT JOIN balances b USING (customer_id)
    WHERE t.is_enabled AND t.payment_method_id IS NOT NULL
      AND coalesce(b.balance_nanos, 0) < t.threshold_nanos AND customer_id > ${afterCustomerId}
    ORDER BY customer_id LIMIT ${limit}`
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id)
}

const openStatuses = ['pending', 'processing']
const unpaidStatuses = ['failed', 'cancelled', 'expired']

/** Sum of automatic orders since then that were or may still be charged, in cents. */
export async function sumCharged(
  customerId: string,
  since: Date,
  transaction: Transaction = prisma,
): Promise<number> {
  const { _sum } = await transaction.order.aggregate({
    where: { customerId, isAutomatic: true, createdAt: { gte: since }, status: { notIn: unpaidStatuses } },
    _sum: { priceCents: true },
  })
  return _sum.priceCents ?? 0
}

/** Creates the order of an automatic top-up that is due, one at a time per customer across processes. Undefined: none is due. */
export async function insertTopUpOrder(
  customerId: string,
  monthStart: Date,
  orderOf: (row: TopUpRow) => Omit<NewOrder, 'customerId' | 'gateway'>,
): Promise<OrderRow | undefined> {
  try {
    return await prisma.$transaction(async (transaction) => {
      await lockOrdersOf(customerId, transaction)
      const found = await transaction.autoTopUp.findUnique({ where: { customerId } })
      const row = TopUpRow.nullable().parse(found)
      if (!row?.isEnabled || row.paymentMethodId === null) return undefined
      const open = { customerId, isAutomatic: true, status: { in: openStatuses } }
      if ((await transaction.order.count({ where: open })) > 0) return undefined
      // Read after the orders: one that has just ended booked its credit in the same transaction.
      const balance = await readSettledBalance(customerId, transaction)
      if ((balance?.balanceNanos ?? 0n) >= row.thresholdNanos) return undefined
      const charged = await sumCharged(customerId, monthStart, transaction)
      if (charged + row.amountCents > row.monthlyLimitCents) return undefined
      const { name, buyerEmail, suspendedAt, deletedAt } = await readBuyer(customerId, null, transaction)
      if (suspendedAt !== null || deletedAt !== null) return undefined
      const { paymentMethodId, stripeCustomerId } = row
      const data = {
        ...orderOf(row),
        customerId,
        gateway: 'stripe',
        isAutomatic: true,
        paymentMethodId,
        stripeCustomerId,
        buyerName: name,
        buyerEmail,
      }
      return parseOrder(await transaction.order.create({ data }))
    })
  } catch (error) {
    // The unique index is a second guard (an older version, for example): another top-up is open.
    if (isViolation(error, 'P2002')) return undefined
    throw error
  }
}

export async function findDetails(customerId: string): Promise<BillingDetails> {
  const found = await prisma.billingDetails.findUnique({ where: { customerId } })
  return BillingDetails.parse(found?.details ?? {})
}

export async function saveDetails(customerId: string, details: BillingDetails): Promise<void> {
  const row = { details }
  await prisma.billingDetails.upsert({ where: { customerId }, create: { customerId, ...row }, update: row })
}

/** Deletes a customer's billing settings and returns the id of its saved card. */
export async function deleteSettingsOf(customerId: string, transaction: Transaction): Promise<string | null> {
  const where = { customerId }
  await transaction.billingDetails.deleteMany({ where })
  const before = await transaction.autoTopUp.findUnique({ where })
  await transaction.autoTopUp.deleteMany({ where })
  return before?.paymentMethodId ?? null
}
