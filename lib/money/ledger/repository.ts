import type { PoolClient } from 'pg'
import { z } from 'zod'
import { inPoolTransaction, pool, prisma } from '@/lib/platform/db'
import { DEAD_AFTER_SECONDS, instanceId } from '@/lib/platform/instance'
import { askEachShard, commitInTwoPhases, isSharded } from '@/lib/platform/shards'
import type { Transaction } from '@/lib/platform/transaction'
import { listDeadOwners } from './internal/holds-repository'

/** The ledger's tables. Only its SQL functions (prisma/sql) move money. */

export type CreditItem = {
  key: string
  kind: string
  customerId: string
  source: string
  amountNanos: bigint
  purchasedNanos: bigint
}

/** True when the credit was new; false when its key was already booked. */
export async function insertCredit(item: CreditItem, transaction: Transaction = prisma): Promise<boolean> {
  await commitInTwoPhases(transaction)
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
  await commitInTwoPhases(transaction)
  const rows = await transaction.$queryRaw`
    SELECT outcome, available FROM ledger_adjust(${key}, ${customerId}, ${amountNanos}::bigint)`
  const [row] = z.array(AdjustmentRow).parse(rows)
  if (row === undefined) throw new Error('ledger_adjust answered nothing')
  return row
}

export function findBalance(customerId: string, db: Transaction | typeof prisma = prisma) {
  return db.balance.findUnique({ where: { customerId } })
}

const ChangedBalanceRow = z.object({ customerId: z.string(), balanceNanos: z.bigint(), updatedAt: z.date() })

/** Balances changed after `moment`, ordered by customer id and without new accounts that only have their trial credit. */
export async function listBalancesChangedAfter(moment: Date, afterCustomerId: string, limit: number) {
  const rows = await askEachShard({
    text: `
      SELECT customer_id AS "customerId", balance_nanos AS "balanceNanos", updated_at AS "updatedAt" FROM balances b
       WHERE updated_at > $1::timestamptz AND customer_id > $2::text
         AND NOT (used_nanos = 0 AND EXISTS (
           SELECT 1 FROM ledger_entries WHERE key = 'trial:' || b.customer_id AND amount_nanos = balance_nanos))
       ORDER BY customer_id LIMIT $3::int`,
    values: [moment, afterCustomerId, limit],
    columns: '"customerId" text, "balanceNanos" bigint, "updatedAt" timestamptz(3)',
  })
  const byId = (one: { customerId: string }, other: { customerId: string }) =>
    one.customerId < other.customerId ? -1 : 1
  return z.array(ChangedBalanceRow).parse(rows).sort(byId).slice(0, limit)
}

export function listKeySpend(apiKeyIds: string[]) {
  return prisma.keySpend.findMany({ where: { apiKeyId: { in: apiKeyIds } } })
}

const BudgetSpendRow = z.object({
  budget_id: z.string(),
  /** Null: the budget is for one. */
  value: z.string().nullable(),
  spent: z.bigint(),
  /** Of all values of the budget, and how many there are. */
  total: z.bigint(),
  count: z.bigint(),
})
export type BudgetSpendRow = z.infer<typeof BudgetSpendRow>

/** What counts against a customer's budgets now, of each budget the `limit` values with the most. */
export async function listBudgetSpend(
  customerId: string,
  now: Date,
  limit: number,
): Promise<BudgetSpendRow[]> {
  const rows = await prisma.$queryRaw`
    SELECT budget_id, value, period_nanos AS spent, total, count FROM (
      SELECT *, (sum(period_nanos) OVER budget)::bigint AS total, count(*) OVER budget AS count,
             row_number() OVER (PARTITION BY budget_id ORDER BY period_nanos DESC, api_key_id) AS nth
        FROM key_spend WHERE customer_id = ${customerId} AND budget_id IS NOT NULL AND api_key_id NOT LIKE '%:'
         AND (period_end IS NULL OR period_end > ${now})
      WINDOW budget AS (PARTITION BY budget_id)) AS spend
     WHERE nth <= ${limit} ORDER BY budget_id, nth`
  return z.array(BudgetSpendRow).parse(rows)
}

/**
 * After a budget's reset changed: rows are kept until the new period ends. What forgotten values had spent counts in the new
 * period too.
 */
export async function moveBudgetPeriods(
  budget: { id: string; customerId: string },
  period: { start: Date | null; end: Date | null },
  transaction: Transaction,
): Promise<void> {
  await commitInTwoPhases(transaction)
  const where = { customerId: budget.customerId, budgetId: budget.id }
  await transaction.keySpend.updateMany({ where, data: { periodEnd: period.end } })
  await transaction.keySpend.updateMany({
    where: { ...where, apiKeyId: `${budget.id}:` },
    data: { periodStart: period.start },
  })
}

/** Of one budget, or of all. */
export async function deleteBudgetSpend(customerId: string, budgetId?: string): Promise<void> {
  await prisma.keySpend.deleteMany({ where: { customerId, budgetId: budgetId ?? { not: null } } })
}

/** Rows of periods that are over begin at zero when they are used again. */
export async function deleteEndedBudgetSpend(now: Date): Promise<void> {
  await prisma.keySpend.deleteMany({
    where: { budgetId: { not: null }, periodEnd: { lte: now }, heldNanos: 0 },
  })
}

/** A period of a row in `key_spend`, which may be missing unless it `isOfKey`. */
export type SpendPeriod = {
  id: string
  customerId: string
  start: Date | null
  end?: Date | null
  isOfKey?: boolean
}

/** On one connection: bookings for the row wait for it, each on another connection. */
export async function replacePeriod(
  { id, customerId, start, end = null, isOfKey = false }: SpendPeriod,
  count: (db: PoolClient) => Promise<bigint>,
): Promise<void> {
  await inPoolTransaction(async (db) => {
    if (!isOfKey)
      await db.query(
        'INSERT INTO key_spend (api_key_id, customer_id, budget_id) VALUES ($1, $2, $1) ON CONFLICT DO NOTHING',
        [id, customerId],
      )
    const { rowCount } = await db.query(
      'SELECT FROM key_spend WHERE api_key_id = $1 AND customer_id = $2 FOR UPDATE',
      [id, customerId],
    )
    if (rowCount)
      await db.query(
        `UPDATE key_spend SET period_start = $3, period_end = $4, period_nanos = $5,
           total_nanos = CASE WHEN $3::timestamptz IS NULL THEN $5 ELSE total_nanos END WHERE api_key_id = $1 AND customer_id = $2`,
        [id, customerId, start, end, await count(db)],
      )
  })
}

export function listBalanceRows(customerIds: string[]) {
  return prisma.balance.findMany({
    where: { customerId: { in: customerIds } },
    select: {
      customerId: true,
      balanceNanos: true,
      heldNanos: true,
      purchasedNanos: true,
      usedNanos: true,
    },
  })
}

/** Customers without a balance count as zero. */
export async function rankByBalance(
  customerIds: string[],
  { by, offset, limit }: { by: 'balance' | 'spent'; offset: number; limit: number },
): Promise<string[]> {
  const rows = await prisma.$queryRaw`
    SELECT id FROM unnest(${customerIds}::text[]) AS id LEFT JOIN balances ON customer_id = id
     ORDER BY coalesce(CASE ${by} WHEN 'spent' THEN used_nanos ELSE balance_nanos END, 0) DESC, id DESC
     LIMIT ${limit} OFFSET ${offset}`
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id)
}

/** Uses the partial indexes of both accounts, which leave out charges for requests. On Citus all entries name their customer. */
function besidesRequests(customerId: string) {
  const notCharge = { kind: { not: 'settle' } }
  return {
    ...(isSharded() && { customerId }),
    OR: [
      { creditAccount: customerId, ...notCharge },
      { debitAccount: customerId, ...notCharge },
    ],
  }
}

export function listEntryRows(customerId: string, limit: number, offset: number) {
  return prisma.ledgerEntry.findMany({
    where: besidesRequests(customerId),
    orderBy: [{ createdAt: 'desc' }, { key: 'desc' }],
    take: limit,
    skip: offset,
  })
}

export function countEntryRows(customerId: string): Promise<number> {
  return prisma.ledgerEntry.count({ where: besidesRequests(customerId) })
}

const HoldRow = z.object({
  id: z.string(),
  customer_id: z.string(),
  amount_nanos: z.bigint(),
  is_kept: z.boolean(),
})
export type UnservedHold = z.infer<typeof HoldRow>

/** Open holds without a live process: of dead ones, or (`is_kept`) of tasks. */
export async function listUnservedHoldRows(olderThanSeconds: number, limit: number): Promise<UnservedHold[]> {
  const dead = await listDeadOwners(instanceId(), DEAD_AFTER_SECONDS)
  const { rows } = await pool.query(
    `SELECT id, customer_id, amount_nanos, instance_id IS NULL AS is_kept FROM holds
      WHERE created_at < now() - make_interval(secs => $1) AND (instance_id IS NULL OR instance_id = ANY ($2)) LIMIT $3`,
    [olderThanSeconds, dead, limit],
  )
  return z.array(HoldRow).parse(rows)
}

export async function listOpenHoldIds(ids: string[]): Promise<string[]> {
  const rows = await prisma.hold.findMany({ where: { id: { in: ids } }, select: { id: true } })
  return rows.map(({ id }) => id)
}

/** The customers that have a balance in this database. */
export async function listKnownCustomers(ids: string[]): Promise<Set<string>> {
  const rows = await prisma.balance.findMany({
    where: { customerId: { in: ids } },
    select: { customerId: true },
  })
  return new Set(rows.map(({ customerId }) => customerId))
}
