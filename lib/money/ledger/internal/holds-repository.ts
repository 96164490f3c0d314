import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { BudgetLimit } from '@/lib/platform/caller'
import { inPoolTransaction, pool } from '@/lib/platform/db'
import { askShards, isSharded } from '@/lib/platform/shards'

/** Rows that are written in the same statement as a movement of money. */
export type Journal = {
  name: string
  /** The journal that books the rows after a crash; absent: this one. */
  recoveredAs?: string
  /**
   * CTE name → statement, in order; each may read the ones before it. The movement is the CTE `held` or `settled`, and the items'
   * rows are JSON in `$2`.
   */
  writes: Readonly<Record<string, string>>
  /** Called with what was settled, once it is written; undefined while nobody wants to know. */
  readonly onSettled?: ((settled: readonly Settlement[]) => void) | undefined
}

/** Holds and their settlement, by the ledger's SQL functions (prisma/sql). */

export type HoldItem = {
  id: string
  customer_id: string
  api_key_id: string | null
  /** Nano-USD, as text: JSON has no integers of that size. */
  amount: string
  limit: string | null
  /** Start and end of the limit's period; null or absent: the limit never resets. */
  period: string | null
  until?: string | null
  /** Further limits that the hold counts against. */
  budgets?: readonly BudgetLimit[] | undefined
}

const HoldRow = z.object({
  hold_id: z.string(),
  outcome: z.union([z.enum(['held', 'balance', 'key_limit']), z.templateLiteral(['budget:', z.string()])]),
  available: z.bigint(),
  held: z.bigint(),
})
export type HoldRow = z.infer<typeof HoldRow>

const holdColumns = 'hold_id text, outcome text, available bigint, held bigint'

export async function insertHolds(
  items: readonly HoldItem[],
  instanceId: string | null,
  db?: Pick<PoolClient, 'query'>,
): Promise<HoldRow[]> {
  const toStatement = (some: readonly HoldItem[]) => ({
    name: 'ledger-hold',
    text: 'SELECT * FROM ledger_hold($1::json, $2)',
    values: [JSON.stringify(some), instanceId],
    columns: holdColumns,
  })
  const rows = z.array(HoldRow).parse(await askShards(items, customerOf, toStatement, db))
  const byId = new Map(rows.map((row) => [row.hold_id, row]))
  return items.flatMap(({ id }) => byId.get(id) ?? [])
}

const customerOf = ({ customer_id }: { customer_id: string }) => customer_id

/** A hold for a task, with the row that its journal writes. */
export type TaskHoldItem = HoldItem & { row: object }

/**
 * Holds, and the rows of their tasks in the same statement. No process owns these holds: what ends a task ends its hold.
 * Returns rows in the order of `items`.
 */
export async function insertTaskHolds(items: readonly TaskHoldItem[], journal: Journal): Promise<HoldRow[]> {
  const holds: HoldItem[] = []
  const journalRows: object[] = []
  for (const { row, ...item } of items) {
    holds.push(item)
    journalRows.push(row)
  }
  if (isSharded()) return insertTasksBesideHolds(holds, journalRows, journal)
  const held = 'WITH held AS MATERIALIZED (SELECT * FROM ledger_hold($1::json, NULL))'
  const { rows } = await pool.query({
    name: `ledger-hold-${journal.name}`,
    text: `${[held, ...writesOf(journal)].join(', ')} SELECT * FROM held`,
    values: [JSON.stringify(holds), JSON.stringify(journalRows)],
  })
  return z.array(HoldRow).parse(rows)
}

/** Tasks are not in shards: both are written in one transaction. */
function insertTasksBesideHolds(
  holds: readonly HoldItem[],
  journalRows: readonly object[],
  journal: Journal,
): Promise<HoldRow[]> {
  return inPoolTransaction(async (db) => {
    const rows = await insertHolds(holds, null, db)
    const held = `WITH held AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS rows (${holdColumns}))`
    const written = JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? `${value}` : value))
    await db.query(`${[held, ...writesOf(journal)].join(', ')} SELECT FROM held`, [
      written,
      JSON.stringify(journalRows),
    ])
    return rows
  })
}

/** Returns the hold's amount afterwards; null: it has ended. */
export async function resizeHoldRow(
  key: HoldKey,
  amountNanos: bigint,
  limitNanos: bigint | null,
): Promise<bigint | null> {
  const rows = await askShards([key], customerOf, () => ({
    text: 'SELECT ledger_resize($1::text, $2::bigint, $3::bigint) AS held',
    values: [key.id, `${amountNanos}`, limitNanos === null ? null : `${limitNanos}`],
    columns: 'held bigint',
  }))
  return z.object({ held: z.bigint().nullable() }).parse(rows[0]).held
}

export type SettleItem = {
  id: string
  /** Nano-USD, as text. */
  cost: string
  /** Whom to charge if the hold is lost. */
  customer_id?: string | undefined
  /** Whose hold it is, where nobody is charged if it is lost: on Citus it is found by its customer. */
  owner?: string | undefined
  api_key_id?: string | null | undefined
  /** The pooled hold that covers it, if any. */
  hold_id?: string | undefined
  /** What its hold counts against besides balance and key, if the hold is lost. */
  budgets?: readonly Pick<BudgetLimit, 'id' | 'period'>[] | undefined
  /** The journal's row. */
  row?: object
}

/** A settlement as JSON: serialized once, for the log and the statement. */
export type Settlement = Pick<SettleItem, 'id' | 'cost' | 'customer_id' | 'owner'> & {
  item: string
  row: string
}

export function toSettlement({ row = {}, ...item }: SettleItem): Settlement {
  return {
    id: item.id,
    cost: item.cost,
    customer_id: item.customer_id,
    owner: item.owner,
    item: JSON.stringify(item),
    row: JSON.stringify(row),
  }
}

const SettleRow = z.object({
  hold_id: z.string(),
  outcome: z.enum(['settled', 'released', 'gone']),
  charged: z.bigint(),
})
export type SettleRow = z.infer<typeof SettleRow>
const settleColumns = 'hold_id text, outcome text, charged bigint'

/** Only rows that were not settled as requested: nearly all are, and returning them would cost time. */
const UNUSUAL = `SELECT hold_id, outcome, charged FROM settled WHERE outcome <> 'settled' OR charged <> asked`

const SETTLED = `WITH settled AS MATERIALIZED (
  SELECT s.* FROM (
    SELECT array_agg(id) AS ids, array_agg(cost) AS costs, array_agg(customer_id) AS customers, array_agg(api_key_id) AS keys,
           array_agg(hold_id) AS holds, array_agg(budgets) AS budgets
      FROM json_to_recordset($1::json) AS i(id text, cost bigint, customer_id text, api_key_id text, hold_id text, budgets jsonb)) AS i,
    ledger_settle(i.ids, i.costs, i.customers, i.keys, i.holds, i.budgets) AS s)`

/**
 * Ends holds and books their journal rows in the same statement. Returns rows in the order of `settlements`.
 */
export async function settleHolds(
  settlements: readonly Settlement[],
  journal: Journal | null,
): Promise<SettleRow[]> {
  const unique = new Map<string, Settlement>()
  for (const one of settlements) unique.set(one.id, one)
  const [name, text] =
    journal === null
      ? ['ledger-settle', `${SETTLED} ${UNUSUAL}`]
      : [`ledger-settle-${journal.name}`, `${[SETTLED, ...writesOf(journal)].join(', ')} ${UNUSUAL}`]
  const toStatement = (some: readonly Settlement[]) => {
    const listOf = (part: 'item' | 'row') => `[${some.map((one) => one[part]).join()}]`
    const values = journal === null ? [listOf('item')] : [listOf('item'), listOf('row')]
    return { name, text, values, columns: settleColumns }
  }
  const rows = await askShards([...unique.values()], (one) => one.customer_id ?? one.owner ?? '', toStatement)
  const unusual = new Map(
    z
      .array(SettleRow)
      .parse(rows)
      .map((row) => [row.hold_id, row]),
  )
  return settlements.map(({ id }): SettleRow => {
    const asked = unique.get(id)
    unique.delete(id) // only the first settlement of a hold counts
    if (asked === undefined) return { hold_id: id, outcome: 'gone', charged: 0n }
    return unusual.get(id) ?? { hold_id: id, outcome: 'settled', charged: BigInt(asked.cost) }
  })
}

function writesOf({ writes }: Journal): string[] {
  return Object.entries(writes).map(([name, sql]) => `${name} AS (${sql})`)
}

/** A hold, and whose it is. */
export type HoldKey = { id: string; customer_id: string }
const keysOf = (rows: unknown) => z.array(z.object({ id: z.string(), customer_id: z.string() })).parse(rows)

/** Processes that own holds and are dead by the database's clock, as seen by the live process `observer`. */
export async function listDeadOwners(observer: string, deadAfterSeconds: number): Promise<string[]> {
  const { rows: owners } = await pool.query(
    'SELECT DISTINCT instance_id AS id FROM holds WHERE instance_id IS NOT NULL AND instance_id <> $1',
    [observer],
  )
  const Owner = z.object({ id: z.string() }).transform(({ id }) => id)
  const { rows } = await pool.query(
    'SELECT id FROM unnest($1::text[]) AS owner (id) WHERE instance_is_dead(id, $2, $3)',
    [z.array(Owner).parse(owners), observer, deadAfterSeconds],
  )
  return z.array(Owner).parse(rows)
}

export async function listOwnedHolds(owners: readonly string[], limit: number): Promise<HoldKey[]> {
  if (owners.length === 0) return []
  const { rows } = await pool.query(
    'SELECT id, customer_id FROM holds WHERE instance_id = ANY ($1) LIMIT $2',
    [owners, limit],
  )
  return keysOf(rows)
}

const RELEASE_ABANDONED = `WITH abandoned AS MATERIALIZED (
    SELECT id FROM holds WHERE id = ANY (ARRAY(SELECT json_array_elements_text($1::json))) AND instance_id IS NOT NULL ORDER BY id FOR UPDATE SKIP LOCKED)
  SELECT hold_id, outcome, charged
    FROM (SELECT coalesce(array_agg(id), '{}') AS ids, coalesce(array_agg(0::bigint), '{}') AS costs, coalesce(array_agg(NULL::text), '{}') AS none
            FROM abandoned) AS a,
         ledger_settle(a.ids, a.costs, a.none, a.none, a.none, NULL)`

/** Releases these holds except those of tasks, and returns how many. */
export async function releaseAbandonedHolds(holds: readonly HoldKey[]): Promise<number> {
  const rows = await askShards(holds, customerOf, (some) => ({
    text: RELEASE_ABANDONED,
    values: [JSON.stringify(some.map(({ id }) => id))],
    columns: settleColumns,
  }))
  return rows.length
}

/** Holds of one process that are older than this. */
export async function listHoldsOf(instanceId: string, olderThanSeconds: number): Promise<HoldKey[]> {
  const { rows } = await pool.query(
    'SELECT id, customer_id FROM holds WHERE instance_id = $1 AND created_at < now() - make_interval(secs => $2)',
    [instanceId, olderThanSeconds],
  )
  return keysOf(rows)
}

/** Number and sum of all open holds. */
export async function sumHolds(): Promise<{ count: number; usd: number }> {
  const { rows } = await pool.query(
    'SELECT count(*)::float8 AS count, coalesce(sum(amount_nanos), 0)::float8 / 1e9 AS usd FROM holds',
  )
  return z.object({ count: z.number(), usd: z.number() }).parse(rows[0])
}
