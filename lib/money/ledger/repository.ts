import type { PoolClient } from 'pg'
import { z } from 'zod'
import { pool, prisma } from '@/lib/platform/db'
import { DEAD_AFTER_SECONDS, instanceId } from '@/lib/platform/instance'
import type { Transaction } from '@/lib/platform/transaction'

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

export function findBalance(customerId: string, db: Transaction | typeof prisma = prisma) {
  return db.balance.findUnique({ where: { customerId } })
}

const ChangedBalanceRow = z.object({ customerId: z.string(), balanceNanos: z.bigint(), updatedAt: z.date() })

/** Balances changed after `moment`, ordered by customer id and without new accounts that only have their trial credit. */
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

/** On one connection: bookings for the key wait for it, each on another connection. */
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

/** Uses the partial indexes of both accounts, which leave out charges for requests. */
function besidesRequests(customerId: string) {
  const notCharge = { kind: { not: 'settle' } }
  return {
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

const nanos = z.bigint()

const LedgerSums = z.object({
  entries: z.bigint(),
  holds: z.bigint(),
  /** Sums of the entries: customers' accounts, and the system's. */
  ledger_customers: nanos,
  ledger_system: nanos,
  /** Sum of the stored balances. */
  kept_customers: nanos,
  customers: z.bigint(),
})
type LedgerSums = z.infer<typeof LedgerSums>

const DriftRow = z.object({
  customer_id: z.string(),
  kept_balance: nanos,
  ledger_balance: nanos,
  kept_held: nanos,
  open_holds: nanos,
})
type DriftRow = z.infer<typeof DriftRow>

/** One statement, so all sums are taken at the same moment. */
const INSPECT = `
  WITH moves AS MATERIALIZED (
    SELECT account, sum(amount)::bigint AS balance FROM (
      SELECT credit_account AS account, amount_nanos AS amount FROM ledger_entries
      UNION ALL SELECT debit_account, -amount_nanos FROM ledger_entries) e GROUP BY 1),
  held AS MATERIALIZED (SELECT customer_id, sum(amount_nanos)::bigint AS held, count(*) AS holds FROM holds GROUP BY 1),
  accounts AS MATERIALIZED (
    SELECT customer_id FROM balances
    UNION SELECT account FROM moves WHERE account NOT LIKE 'system:%'
    UNION SELECT customer_id FROM held),
  compared AS MATERIALIZED (
    SELECT a.customer_id, coalesce(b.balance_nanos, 0) AS kept_balance, coalesce(m.balance, 0) AS ledger_balance,
           coalesce(b.held_nanos, 0) AS kept_held, coalesce(h.held, 0) AS open_holds
      FROM accounts a LEFT JOIN balances b USING (customer_id) LEFT JOIN held h USING (customer_id)
      LEFT JOIN moves m ON m.account = a.customer_id)
  SELECT (SELECT count(*) FROM ledger_entries) AS entries,
         (SELECT coalesce(sum(holds), 0)::bigint FROM held) AS holds,
         (SELECT coalesce(sum(balance), 0)::bigint FROM moves WHERE account NOT LIKE 'system:%') AS ledger_customers,
         (SELECT coalesce(sum(balance), 0)::bigint FROM moves WHERE account LIKE 'system:%') AS ledger_system,
         (SELECT coalesce(json_agg(json_build_object('account', account, 'balance', balance::text) ORDER BY account), '[]')
            FROM moves WHERE account LIKE 'system:%') AS accounts,
         (SELECT coalesce(sum(kept_balance), 0)::bigint FROM compared) AS kept_customers,
         (SELECT count(*) FROM compared) AS customers,
         (SELECT coalesce(json_agg(json_build_object('customer_id', customer_id, 'kept_balance', kept_balance::text,
            'ledger_balance', ledger_balance::text, 'kept_held', kept_held::text, 'open_holds', open_holds::text)), '[]')
            FROM (SELECT * FROM compared WHERE kept_balance <> ledger_balance OR kept_held <> open_holds
                   ORDER BY customer_id LIMIT $1) d) AS drift`

const bigintText = z.string().transform(BigInt)
const DriftJson = z.object({
  customer_id: z.string(),
  kept_balance: bigintText,
  ledger_balance: bigintText,
  kept_held: bigintText,
  open_holds: bigintText,
})

const AccountJson = z.object({ account: z.string(), balance: bigintText })

/** `accounts` are the system's accounts. */
export async function readLedgerSums(
  limit: number,
): Promise<{ sums: LedgerSums; drift: DriftRow[]; accounts: z.infer<typeof AccountJson>[] }> {
  const { rows } = await pool.query(INSPECT, [limit])
  const row = LedgerSums.extend({ drift: z.array(DriftJson), accounts: z.array(AccountJson) }).parse(rows[0])
  const { drift, accounts, ...sums } = row
  return { sums, drift, accounts }
}

const HoldRow = z.object({
  id: z.string(),
  customer_id: z.string(),
  amount_nanos: nanos,
  is_kept: z.boolean(),
})
export type UnservedHold = z.infer<typeof HoldRow>

/** Open holds without a live process: of dead ones, or (`is_kept`) of tasks. */
export async function listUnservedHoldRows(olderThanSeconds: number, limit: number): Promise<UnservedHold[]> {
  const { rows } = await pool.query(
    `SELECT id, customer_id, amount_nanos, instance_id IS NULL AS is_kept FROM holds
      WHERE created_at < now() - make_interval(secs => $1)
        AND (instance_id IS NULL OR (instance_id <> $2 AND instance_is_dead(instance_id, $2, $3))) LIMIT $4`,
    [olderThanSeconds, instanceId(), DEAD_AFTER_SECONDS, limit],
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
