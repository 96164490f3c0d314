import { z } from 'zod'
import { pool } from '@/lib/platform/db'
import { allShards, askEachShard, askShard } from '@/lib/platform/shards'

/**
 * The sums of the whole ledger. Entries are append-only, so a month that is over is summed once, when a check found no
 * difference (`ledger_months`); later checks add its sums and read only the entries after it. Each shard keeps the sums of its own.
 */

/**
 * Reads each entry once: entries between the same two accounts are added up first (`pairs`), and only the sums are split into their
 * sides, credits positive. `entries` counts debits, so that all accounts together count each entry once.
 */
const sidesOf = (pairs: string) => `(${pairs}) p CROSS JOIN LATERAL
  (VALUES (credit_account, total, 0), (debit_account, -total, all_entries)) s (account, amount_nanos, entries)`

const PAIR = 'debit_account, credit_account, sum(amount_nanos)::bigint AS total, count(*) AS all_entries'

/**
 * What the entries of `source` (a table and its condition) add to an account in a calendar month. OFFSET 0, because PostgreSQL takes
 * the months of many entries for as many months, and would sort all entries.
 */
export const sumsOf = (source: string) => `
  SELECT month, account, sum(amount_nanos)::bigint AS amount_nanos, sum(entries)::bigint AS entries FROM ${sidesOf(
    `SELECT month, ${PAIR} FROM (
       SELECT date_trunc('month', created_at AT TIME ZONE 'UTC')::date AS month, debit_account, credit_account, amount_nanos
         FROM ${source} OFFSET 0) e GROUP BY month, debit_account, credit_account`,
  )} GROUP BY 1, 2`

/** From `$1` until before `$2`. */
const RANGE = 'ledger_entries WHERE created_at >= $1 AND created_at < $2'
const BY_MONTH = sumsOf(RANGE)
const BY_ACCOUNT = `
  SELECT account, amount_nanos, entries FROM ${sidesOf(`SELECT ${PAIR} FROM ${RANGE} GROUP BY debit_account, credit_account`)}`

/** One statement, so all sums of a shard are of one moment. */
const INSPECT = `
  WITH moves AS MATERIALIZED (
    SELECT account, sum(amount_nanos)::bigint AS balance, sum(entries)::bigint AS entries FROM (
      ${BY_ACCOUNT}
      UNION ALL SELECT account, amount_nanos, entries FROM ledger_months WHERE month < $1 AT TIME ZONE 'UTC') e GROUP BY 1),
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
  SELECT (SELECT coalesce(sum(entries), 0)::bigint FROM moves) AS entries,
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
                   ORDER BY customer_id LIMIT $3) d) AS drift`

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

const bigintText = z.string().transform(BigInt)
const DriftJson = z.object({
  customer_id: z.string(),
  kept_balance: bigintText,
  ledger_balance: bigintText,
  kept_held: bigintText,
  open_holds: bigintText,
})

const AccountJson = z.object({ account: z.string(), balance: bigintText })

const ShardSums = LedgerSums.extend({ drift: z.array(DriftJson), accounts: z.array(AccountJson) })
const inspectColumns = `entries bigint, holds bigint, ledger_customers bigint, ledger_system bigint, accounts json, kept_customers bigint,
  customers bigint, drift json`

/** `accounts` are the system's accounts: each shard has the entries of its customers, and their sums are added up. */
export async function readLedgerSums(limit: number): Promise<{
  sums: LedgerSums
  drift: z.infer<typeof DriftJson>[]
  accounts: z.infer<typeof AccountJson>[]
}> {
  const sums = {
    entries: 0n,
    holds: 0n,
    ledger_customers: 0n,
    ledger_system: 0n,
    kept_customers: 0n,
    customers: 0n,
  }
  const drift: z.infer<typeof DriftJson>[] = []
  const accounts = new Map<string, bigint>()
  for (const shard of await allShards()) {
    const values = [await closedUntil(shard), 'infinity', limit]
    const rows = await askShard(shard, { text: INSPECT, values, columns: inspectColumns })
    for (const part of z.array(ShardSums).parse(rows)) {
      for (const name of LedgerSums.keyof().options) sums[name] += part[name]
      for (const { account, balance } of part.accounts)
        accounts.set(account, (accounts.get(account) ?? 0n) + balance)
      drift.push(...part.drift)
    }
  }
  return {
    sums,
    drift: drift.slice(0, limit),
    accounts: [...accounts].sort().map(([account, balance]) => ({ account, balance })),
  }
}

/** The end of the last month that is summed in a shard, as PostgreSQL reads it. */
async function closedUntil(shard: string): Promise<string> {
  const text = `SELECT coalesce((max(month) + interval '1 month')::text || '+00', '-infinity') AS until FROM ledger_months`
  const rows = await askShard(shard, { text, values: [], columns: 'until text' })
  return z.array(z.object({ until: z.string() })).parse(rows)[0]?.until ?? '-infinity'
}

/** Sums the months that ended before `moment`. Safe to run twice, and twice at once. */
export async function insertMonths(moment: Date): Promise<void> {
  const end = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth()))
  const text = `WITH summed AS (
      INSERT INTO ledger_months (month, account, amount_nanos, entries, customer_id)
      SELECT b.*, coalesce(current_setting('portico.shard', true), '') FROM (${BY_MONTH}) b ON CONFLICT DO NOTHING)
    SELECT true AS is_summed`
  for (const shard of await allShards())
    await askShard(shard, { text, values: [await closedUntil(shard), end], columns: 'is_summed boolean' })
}

const MonthDrift = z.object({
  month: z.string(),
  account: z.string(),
  kept_nanos: nanos,
  ledger_nanos: nanos,
})
export type MonthDrift = z.infer<typeof MonthDrift>

/** Months that are summed, oldest first, as their first days. */
export async function listClosedMonths(): Promise<string[]> {
  const { rows } = await pool.query('SELECT DISTINCT month::text FROM ledger_months ORDER BY 1')
  return z
    .array(z.object({ month: z.string() }))
    .parse(rows)
    .map(({ month }) => month)
}

/**
 * Adds up the entries of these months again, and returns the accounts that differ from what is stored and not archived. A shard that
 * has not summed such a month yet is left out.
 */
export async function listMonthDrift(first: string, last: string, limit: number): Promise<MonthDrift[]> {
  const text = `SELECT month::text, account, coalesce(k.amount_nanos, 0) AS kept_nanos,
            coalesce(l.amount_nanos, 0) + coalesce(k.archived_nanos, 0) AS ledger_nanos
       FROM (SELECT * FROM ledger_months WHERE month BETWEEN $3 AND $4) k FULL JOIN (${BY_MONTH}) l USING (month, account)
      WHERE (k.amount_nanos - k.archived_nanos, k.entries - k.archived_entries)
            IS DISTINCT FROM (coalesce(l.amount_nanos, 0), coalesce(l.entries, 0))
        AND month <= (SELECT max(month) FROM ledger_months) ORDER BY 1, 2 LIMIT $5`
  const values = [new Date(first), monthAfter(last), first, last, limit]
  const columns = 'month text, account text, kept_nanos bigint, ledger_nanos bigint'
  const rows = await askEachShard({ text, values, columns })
  return z.array(MonthDrift).parse(rows).slice(0, limit)
}

function monthAfter(month: string): Date {
  const start = new Date(month)
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1))
}
