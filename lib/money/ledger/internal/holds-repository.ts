import { z } from 'zod'
import type { BudgetLimit } from '@/lib/platform/caller'
import { pool } from '@/lib/platform/db'

/** Rows that are written in the same statement as a movement of money. */
export type Journal = {
  name: string
  /**
   * CTE name → statement, in order; each may read the ones before it. When money is held, the movement is the CTE `held` and
   * the items' rows are JSON in `$2`; when holds end, they are `settled` and `$6`.
   */
  writes: Readonly<Record<string, string>>
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

export async function insertHolds(items: readonly HoldItem[], instanceId: string | null): Promise<HoldRow[]> {
  const { rows } = await pool.query({
    name: 'ledger-hold',
    text: 'SELECT * FROM ledger_hold($1::json, $2)',
    values: [JSON.stringify(items), instanceId],
  })
  return z.array(HoldRow).parse(rows)
}

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
  const held = 'WITH held AS MATERIALIZED (SELECT * FROM ledger_hold($1::json, NULL))'
  const { rows } = await pool.query({
    name: `ledger-hold-${journal.name}`,
    text: `${[held, ...writesOf(journal)].join(', ')} SELECT * FROM held`,
    values: [JSON.stringify(holds), JSON.stringify(journalRows)],
  })
  return z.array(HoldRow).parse(rows)
}

/** Returns the hold's amount afterwards; null: it has ended. */
export async function resizeHoldRow(
  id: string,
  amountNanos: bigint,
  limitNanos: bigint | null,
): Promise<bigint | null> {
  const { rows } = await pool.query('SELECT ledger_resize($1, $2, $3) AS held', [id, amountNanos, limitNanos])
  return z.object({ held: z.bigint().nullable() }).parse(rows[0]).held
}

export type SettleItem = {
  id: string
  /** Nano-USD, as text. */
  cost: string
  /** Whom to charge if the hold is lost. */
  customer_id?: string | undefined
  api_key_id?: string | null | undefined
  /** The pooled hold that covers it, if any. */
  hold_id?: string | undefined
  /** The journal's row. */
  row?: object
}

/** A settlement with its row as JSON: serialized once, for the log and the statement. */
export type Settlement = Omit<SettleItem, 'row'> & { row: string }

export function toSettlement({
  id,
  cost,
  customer_id,
  api_key_id,
  hold_id,
  row = {},
}: SettleItem): Settlement {
  return { id, cost, customer_id, api_key_id, hold_id, row: JSON.stringify(row) }
}

const SettleRow = z.object({
  hold_id: z.string(),
  outcome: z.enum(['settled', 'released', 'gone']),
  charged: z.bigint(),
})
export type SettleRow = z.infer<typeof SettleRow>

/** Only rows that were not settled as requested: nearly all are, and returning them would cost time. */
const UNUSUAL = `SELECT hold_id, outcome, charged FROM settled WHERE outcome <> 'settled' OR charged <> asked`

const SETTLED =
  'WITH settled AS MATERIALIZED (SELECT * FROM ledger_settle($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[]))'

/**
 * Ends holds and books their journal rows in the same statement. Returns rows in the order of `settlements`.
 */
export async function settleHolds(
  settlements: readonly Settlement[],
  journal: Journal | null,
): Promise<SettleRow[]> {
  const unique = new Map<string, Settlement>()
  for (const one of settlements) unique.set(one.id, one)
  const items = [...unique.values()]
  const { rows } = await pool.query(
    journal === null
      ? { name: 'ledger-settle', text: `${SETTLED} ${UNUSUAL}`, values: columnsOf(items) }
      : {
          name: `ledger-settle-${journal.name}`,
          text: `${[SETTLED, ...writesOf(journal)].join(', ')} ${UNUSUAL}`,
          values: [...columnsOf(items), `[${items.map(({ row }) => row).join()}]`],
        },
  )
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

function columnsOf(items: readonly Settlement[]): string[] {
  return [
    textArray(items.map(({ id }) => id)),
    textArray(items.map(({ cost }) => cost)),
    textArray(items.map(({ customer_id }) => customer_id ?? null)),
    textArray(items.map(({ api_key_id }) => api_key_id ?? null)),
    textArray(items.map(({ hold_id }) => hold_id ?? null)),
  ]
}

/** PostgreSQL's array literal: JSON with other brackets, for ids and numbers without line breaks. */
function textArray(values: readonly (string | null)[]): string {
  return `{${JSON.stringify(values).slice(1, -1)}}`
}

function writesOf({ writes }: Journal): string[] {
  return Object.entries(writes).map(([name, sql]) => `${name} AS (${sql})`)
}

const idsOf = (rows: unknown): string[] =>
  z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id)

/** Holds of processes that are dead by the database's clock, as seen by the live process `observer`. */
export async function listOrphanedHolds(
  observer: string,
  deadAfterSeconds: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query(
    'SELECT id FROM holds WHERE instance_id <> $1 AND instance_is_dead(instance_id, $1, $2) LIMIT $3',
    [observer, deadAfterSeconds, limit],
  )
  return idsOf(rows)
}

/** Releases these holds except those of tasks, and returns how many. */
export async function releaseAbandonedHolds(ids: string[]): Promise<number> {
  const { rows } = await pool.query(
    `WITH abandoned AS MATERIALIZED (
       SELECT id FROM holds WHERE id = ANY ($1) AND instance_id IS NOT NULL ORDER BY id FOR UPDATE SKIP LOCKED)
     SELECT hold_id, outcome, charged
       FROM (SELECT coalesce(array_agg(id), '{}') AS ids, coalesce(array_agg(0::bigint), '{}') AS costs, coalesce(array_agg(NULL::text), '{}') AS none
               FROM abandoned) AS a,
            ledger_settle(a.ids, a.costs, a.none, a.none, a.none)`,
    [ids],
  )
  return z.array(SettleRow).parse(rows).length
}

/** Holds of one process that are older than this. */
export async function listHoldsOf(instanceId: string, olderThanSeconds: number): Promise<string[]> {
  const { rows } = await pool.query(
    'SELECT id FROM holds WHERE instance_id = $1 AND created_at < now() - make_interval(secs => $2)',
    [instanceId, olderThanSeconds],
  )
  return idsOf(rows)
}

/** Number and sum of all open holds. */
export async function sumHolds(): Promise<{ count: number; usd: number }> {
  const { rows } = await pool.query(
    'SELECT count(*)::float8 AS count, coalesce(sum(amount_nanos), 0)::float8 / 1e9 AS usd FROM holds',
  )
  return z.object({ count: z.number(), usd: z.number() }).parse(rows[0])
}
