import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'

/** The ledger's tables. Everything that moves money goes through its SQL functions (prisma/migrations). */

export type CreditItem = {
  key: string
  kind: string
  customerId: string
  source: string
  amountNanos: bigint
  purchasedNanos: bigint
}

/** True when the credit was new; false when its key had been booked before. */
export async function insertCredit(item: CreditItem, transaction: Transaction = prisma): Promise<boolean> {
  const rows = await transaction.$queryRaw`
    SELECT ledger_credit(${item.key}, ${item.kind}, ${item.customerId}, ${item.source}, ${item.amountNanos}::bigint, ${item.purchasedNanos}::bigint) AS booked`
  return z.array(z.object({ booked: z.boolean() })).parse(rows)[0]?.booked ?? false
}

const AdjustmentRow = z.object({
  outcome: z.enum(['booked', 'repeated', 'conflict', 'short']),
  available: z.bigint(),
})

export async function insertAdjustment(
  { key, customerId, amountNanos }: { key: string; customerId: string; amountNanos: bigint },
  transaction: Transaction,
): Promise<z.infer<typeof AdjustmentRow>> {
  const rows = await transaction.$queryRaw`
    SELECT outcome, available FROM ledger_adjust(${key}, ${customerId}, ${amountNanos}::bigint)`
  const [row] = z.array(AdjustmentRow).parse(rows)
  if (row === undefined) throw new Error('ledger_adjust answered nothing')
  return row
}

export function findBalance(customerId: string) {
  return prisma.balance.findUnique({ where: { customerId } })
}

/** Balances that moved after that, by customer; a page begins behind `afterCustomerId`. */
export function listBalancesChangedAfter(moment: Date, afterCustomerId: string, limit: number) {
  return prisma.balance.findMany({
    where: { updatedAt: { gt: moment }, customerId: { gt: afterCustomerId } },
    select: { customerId: true, balanceNanos: true, updatedAt: true },
    orderBy: { customerId: 'asc' },
    take: limit,
  })
}

export function listKeySpend(apiKeyIds: string[]) {
  return prisma.keySpend.findMany({ where: { apiKeyId: { in: apiKeyIds } } })
}

export function findPrices(ids: string[]) {
  return prisma.price.findMany({
    where: { id: { in: ids } },
    select: { id: true, version: true, pricing: true },
  })
}
