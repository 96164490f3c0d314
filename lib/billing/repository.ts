import type { PoolClient } from 'pg'
import { z } from 'zod'
import { pool, prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'

/** The ledger's tables. Everything that moves money goes through its SQL functions (prisma/sql). */

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

const ChangedBalanceRow = z.object({ customerId: z.string(), balanceNanos: z.bigint(), updatedAt: z.date() })

/**
 * Balances that moved after that, by customer; a page begins behind `afterCustomerId`. Not those that are what a new account
 * began with: nothing has happened to them.
 */
export async function listBalancesChangedAfter(moment: Date, afterCustomerId: string, limit: number) {
  const rows = await prisma.$queryRaw`
    SELECT customer_id AS "customerId", balance_nanos AS "balanceNanos", updated_at AS "updatedAt" FROM balances
    WHERE updated_at > ${moment} AND customer_id > ${afterCustomerId}
      AND NOT (used_nanos = 0 AND EXISTS (
        SELECT 1 FROM ledger_entries WHERE key = 'trial:' || customer_id AND amount_nanos = balance_nanos))
    ORDER BY customer_id LIMIT ${limit}`
  return z.array(ChangedBalanceRow).parse(rows)
}

export function listKeySpend(apiKeyIds: string[]) {
  return prisma.keySpend.findMany({ where: { apiKeyId: { in: apiKeyIds } } })
}

/** On one connection, for those who book through the key wait for it, each with one of their own. */
export async function replaceKeyPeriod(
  apiKeyId: string,
  periodStart: Date,
  count: (db: PoolClient) => Promise<bigint>,
): Promise<void> {
  const db = await pool.connect()
  try {
    await db.query('BEGIN')
    const { rowCount } = await db.query('SELECT FROM key_spend WHERE api_key_id = $1 FOR UPDATE', [apiKeyId])
    if (rowCount)
      await db.query('UPDATE key_spend SET period_start = $2, period_nanos = $3 WHERE api_key_id = $1', [
        apiKeyId,
        periodStart,
        await count(db),
      ])
    await db.query('COMMIT')
  } catch (error) {
    await db.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    db.release()
  }
}

export function findPrices(ids: string[]) {
  return prisma.price.findMany({
    where: { id: { in: ids } },
    select: { id: true, version: true, pricing: true },
  })
}
