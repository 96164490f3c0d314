import { z } from 'zod'
import { pool } from '@/lib/platform/db'

/** What is written in the same statement as a movement of money: all or nothing. */
export type Journal = {
  name: string
  /**
   * In order: a name, and a statement that may read the movement, the items' rows, and those before. Where money is set aside
   * the movement is `held`, and the rows are in `$2`; where holds end it is `settled`, and the rows are in `$6`. Both as JSON.
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
  /** Start and end of the limit's period; null or absent: it has none. */
  period: string | null
  until?: string | null
}

const HoldRow = z.object({
  hold_id: z.string(),
  outcome: z.enum(['held', 'balance', 'key_limit']),
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
 * Holds, and in the same statement the rows of the tasks that they are for: INSERTs that read the CTE `held`, and the
 * rows in `$2`. No process owns these holds: what ends a task ends its hold. Returns rows in the items' order.
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

/** What a hold holds afterwards; null: it is not there any more. */
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
  /** Whom to charge should the hold be lost. */
  customer_id?: string | undefined
  api_key_id?: string | null | undefined
  /** The pooled hold that covers it, where it has none of its own. */
  hold_id?: string | undefined
  /** What the journal books with it. */
  row?: object
}

/** A settlement whose row is JSON: written once, for the log and for the statement. */
export type Settlement = Omit<SettleItem, 'row'> & { row: string }

export function toSettlement({ row = {}, ...item }: SettleItem): Settlement {
  return { ...item, row: JSON.stringify(row) }
}

const SettleRow = z.object({
  hold_id: z.string(),
  outcome: z.enum(['settled', 'released', 'gone']),
  charged: z.bigint(),
})
export type SettleRow = z.infer<typeof SettleRow>

/** Only what was not settled as requested: nearly everything is, and need not be returned row by row. */
const UNUSUAL = `SELECT hold_id, outcome, charged FROM settled WHERE outcome <> 'settled' OR charged <> asked`

const SETTLED =
  'WITH settled AS MATERIALIZED (SELECT * FROM ledger_settle($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[]))'

/**
 * Ends holds and books their journal rows in the same statement: INSERTs that read the CTE `settled`, and the rows in
 * `$6`. Returns rows in the items' order.
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
    unique.delete(id) // a second settlement of the same hold comes too late
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

/** As PostgreSQL writes arrays, which is how JSON does but for the brackets: of ids and figures, nothing with line breaks. */
function textArray(values: readonly (string | null)[]): string {
  return `{${JSON.stringify(values).slice(1, -1)}}`
}

function writesOf({ writes }: Journal): string[] {
  return Object.entries(writes).map(([name, sql]) => `${name} AS (${sql})`)
}

/** Holds of other processes that are dead, by the database's own clock. */
export async function listOrphanedHolds(
  judge: string,
  deadAfterSeconds: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query(
    'SELECT id FROM holds WHERE instance_id <> $1 AND instance_is_dead(instance_id, $1, $2) LIMIT $3',
    [judge, deadAfterSeconds, limit],
  )
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map((row) => row.id)
}

/** Releases abandoned holds, but not those of tasks, which no process owns. Returns how many. */
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

/** One process's holds that are older than this. */
export async function listHoldsOf(instanceId: string, olderThanSeconds: number): Promise<string[]> {
  const { rows } = await pool.query(
    'SELECT id FROM holds WHERE instance_id = $1 AND created_at < now() - make_interval(secs => $2)',
    [instanceId, olderThanSeconds],
  )
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map((row) => row.id)
}

/** All that are open. */
export async function sumHolds(): Promise<{ count: number; usd: number }> {
  const { rows } = await pool.query(
    'SELECT count(*)::float8 AS count, coalesce(sum(amount_nanos), 0)::float8 / 1e9 AS usd FROM holds',
  )
  return z.object({ count: z.number(), usd: z.number() }).parse(rows[0])
}
