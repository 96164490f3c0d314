import { z } from 'zod'
import { isDataFault } from '@/lib/platform/database-connection'
import { pool } from '@/lib/platform/db'
import { OpenWork } from '@/lib/platform/jobs/inspect-jobs'
import { storedJson } from '@/lib/platform/json'
import { logger } from '@/lib/platform/logger'
import { LEASE_SECONDS, type Plan, type TaskKind, type TaskTable, type Turn } from './kind'
import { idsOf } from './repository'

/** Tasks that are not over: open, or not settled. The partial indexes use the same condition. */
const OPEN_SQL = "(t.settled_at IS NULL OR t.status IN ('queued', 'processing'))"

/** The column is rounded to milliseconds: a task due now may be half a millisecond ahead. */
const DUE_SQL = "t.next_turn_at <= now() + interval '1 millisecond'"

/** Number of due turns whose customers are read, and of customers in one step of the walk. */
const SAMPLE_SIZE = 100

const Customer = z.object({ customer_id: z.string() })
const customersOf = (rows: unknown) =>
  new Set(
    z
      .array(Customer)
      .parse(rows)
      .map((row) => row.customer_id),
  )

/** The last customer of the walk, by table. */
const walks = new Map<string, string>()

/**
 * Customers with due turns: all of them, or with very many due turns, those of the longest waiting turns and the next ones of a
 * round-robin walk over all customers. So the cost does not grow with the number of waiting tasks.
 */
async function findDueCustomers({ table }: TaskTable): Promise<string[]> {
  // A limit that the planner does not know makes it read the index in order, from its beginning.
  const { rows } = await pool.query(
    `SELECT t.customer_id FROM ${table} t WHERE ${OPEN_SQL} AND ${DUE_SQL}
      ORDER BY t.next_turn_at LIMIT (SELECT $1::int)`,
    [SAMPLE_SIZE],
  )
  const soonest = customersOf(rows)
  if (rows.length < SAMPLE_SIZE) return [...soonest]
  const after = walks.get(table) ?? ''
  const onwards = await walk(table, after)
  // Starts over at the end.
  const last = onwards.size < SAMPLE_SIZE ? '' : ([...onwards].at(-1) ?? '')
  const restarted = last === '' && after !== '' ? await walk(table, '') : []
  walks.set(table, last)
  return [...new Set([...soonest, ...onwards, ...restarted])]
}

/** Customers with open tasks after an id, each found by one index lookup. */
async function walk(table: string, after: string): Promise<Set<string>> {
  const next = (than: string) =>
    `SELECT t.customer_id FROM ${table} t WHERE ${OPEN_SQL} AND t.customer_id > ${than} ORDER BY t.customer_id LIMIT 1`
  const { rows } = await pool.query(
    `WITH RECURSIVE steps AS (
        SELECT (${next('$1')}) AS customer_id, 1 AS number
        UNION ALL
        SELECT (${next('steps.customer_id')}), number + 1 FROM steps WHERE customer_id IS NOT NULL AND number < $2)
     SELECT customer_id FROM steps WHERE customer_id IS NOT NULL`,
    [after, SAMPLE_SIZE],
  )
  return customersOf(rows)
}

/** `$1` now, `$2` limit, `$3` share, `$4` running turns by customer, `$5` customers. */
function claimDueText({ table, sql }: Pick<TaskKind, 'table' | 'sql'>): string {
  return `WITH customer AS (
      SELECT customer_id, coalesce(($4::jsonb ->> customer_id)::int, 0) AS busy FROM unnest($5::text[]) AS c(customer_id)),
    due AS MATERIALIZED (
      SELECT soonest.id, soonest.next_turn_at, customer.busy + soonest.number AS place FROM customer CROSS JOIN LATERAL (
        SELECT t.id, t.next_turn_at, row_number() OVER (ORDER BY t.next_turn_at, t.id) AS number FROM ${table} t
         WHERE ${OPEN_SQL} AND t.customer_id = customer.customer_id AND ${DUE_SQL}
         ORDER BY t.next_turn_at, t.id LIMIT greatest(0, least($2, $3 - customer.busy))) soonest
       ORDER BY place, next_turn_at LIMIT $2),
    mine AS (
      SELECT t.id AS task_id, $1::timestamptz AS asked_at FROM ${table} t
       WHERE t.id = ANY (ARRAY(SELECT id FROM due)) AND (${OPEN_SQL} AND ${DUE_SQL}) IS TRUE
         FOR UPDATE SKIP LOCKED)
    ${sql.claim}`
}

type Claim = {
  limit: number
  /** Maximum turns of one customer, including those that this process works on. */
  share: number
  /** How many turns of each customer this process works on. */
  running: ReadonlyMap<string, number>
}

/**
 * Claims up to `limit` due turns: first of customers with the fewest turns in this process, then the longest waiting. Two processes
 * never hold the same turn.
 */
export async function claimTurns<T extends Turn, P extends Plan>(
  kind: TaskKind<T, P>,
  { limit, share, running }: Claim,
  now: Date,
): Promise<T[]> {
  const customers = await findDueCustomers(kind)
  if (customers.length === 0) return []
  // Not prepared: a plan from when the table was small would scan all of it.
  const { rows } = await pool.query(claimDueText(kind), [
    now,
    limit,
    share,
    JSON.stringify(Object.fromEntries(running)),
    customers,
  ])
  const turns: T[] = []
  for (const row of rows) {
    const turn = kind.row.safeParse(row)
    if (turn.success) turns.push(turn.data)
    else await reportUnreadable(kind, z.object({ id: z.string() }).parse(row).id, turn.error)
  }
  return turns
}

/** An unreadable row must not block the others, nor keep its hold forever. */
async function reportUnreadable<T extends Turn, P extends Plan>(
  kind: TaskKind<T, P>,
  id: string,
  error: Error,
): Promise<void> {
  if (await kind.repair?.(id))
    logger.error({ task: id, err: error.message }, 'a task cannot be read; it will end without a charge')
  else logger.warn({ task: id, err: error.message }, 'a task cannot be read')
}

/**
 * Claims the turn of one task, due or not. `waiting`: if the task has ended and no worker holds it; `any`: also from another
 * worker, whose result is then discarded. Undefined: not claimed. Throws if the row cannot be read.
 */
export async function claimTurn<T extends Turn, P extends Plan>(
  kind: TaskKind<T, P>,
  id: string,
  which: 'waiting' | 'any',
  now: Date,
): Promise<T | undefined> {
  const { table, sql } = kind
  const condition =
    which === 'any'
      ? OPEN_SQL
      : "t.turn_state = 'waiting' AND t.settled_at IS NULL AND t.status NOT IN ('queued', 'processing')"
  const { rows } = await pool.query(
    `WITH mine AS (
        SELECT t.id AS task_id, $1::timestamptz AS asked_at FROM ${table} t WHERE t.id = $2 AND ${condition} FOR UPDATE)
     ${sql.claim}`,
    [now, id],
  )
  return rows[0] === undefined ? undefined : kind.row.parse(rows[0])
}

export type TurnKey = { id: string; turn: number }

/** Ends turns with their plans. Turns that were taken over change nothing. */
export async function planTurns<T extends Turn, P extends Plan>(
  kind: TaskKind<T, P>,
  ends: readonly (TurnKey & { plan: P })[],
): Promise<void> {
  if (ends.length === 0) return
  const plans = ends.map(({ id, turn, plan }) => ({
    ...kind.planValues(plan),
    id,
    turn,
    after: plan.afterSeconds,
  }))
  try {
    await pool.query({ name: `${kind.table}-plan`, text: kind.sql.end, values: [storedJson(plans)] })
  } catch (error) {
    if (!isDataFault(error)) throw error
    // A row that the database rejects must not block the others; its turn goes to another worker when its lease expires.
    if (ends.length > 1) for (const end of ends) await planTurns(kind, [end])
    else logger.error({ task: ends[0]?.id, err: String(error) }, 'the end of a turn could not be written')
  }
}

/** Renews leases; returns the ids that this worker no longer holds. */
export async function extendTurns(
  { table, turnColumn }: TaskTable,
  turns: readonly TurnKey[],
): Promise<Set<string>> {
  const { rows } = await pool.query(
    `UPDATE ${table} t SET next_turn_at = greatest(next_turn_at, now() + make_interval(secs => $2))
       FROM json_to_recordset($1::json) AS k(id text, turn int)
      WHERE t.id = k.id AND t.${turnColumn} = k.turn AND turn_state <> 'waiting' RETURNING t.id`,
    [keysOf(turns), LEASE_SECONDS],
  )
  const ours = new Set(idsOf(rows))
  return new Set(turns.map(({ id }) => id).filter((id) => !ours.has(id)))
}

/** Gives turns back: they are due now. */
export async function returnTurns(
  { table, turnColumn }: TaskTable,
  turns: readonly TurnKey[],
): Promise<void> {
  await pool.query(
    `UPDATE ${table} t SET turn_state = 'waiting', next_turn_at = now()
       FROM json_to_recordset($1::json) AS k(id text, turn int) WHERE t.id = k.id AND t.${turnColumn} = k.turn`,
    [keysOf(turns)],
  )
}

/** Gives back the turns of all workers, which have died, except those that must not be repeated early. */
export async function returnAllTurns({ table, sql }: Pick<TaskKind, 'table' | 'sql'>): Promise<void> {
  const { unrepeatable = 'false' } = sql
  await pool.query(
    `UPDATE ${table} t SET turn_state = 'waiting', next_turn_at = now()
      WHERE ${OPEN_SQL} AND turn_state <> 'waiting' AND next_turn_at > now() AND NOT (${unrepeatable})`,
  )
}

/** How long until the next turn is due, in milliseconds; undefined if no task is open. */
export async function readNextTurn({
  name,
  table,
}: Pick<TaskTable, 'name' | 'table'>): Promise<number | undefined> {
  const { rows } = await pool.query({
    name: `${name}-next`,
    text: `SELECT (extract(epoch FROM min(next_turn_at) - now()) * 1000)::float8 AS millis FROM ${table} t WHERE ${OPEN_SQL}`,
  })
  return z.object({ millis: z.number().nullable() }).parse(rows[0]).millis ?? undefined
}

/** Numbers of due and active turns, for the metrics. */
export async function readOpenTurns({ name, table }: Pick<TaskTable, 'name' | 'table'>): Promise<OpenWork[]> {
  const { rows } = await pool.query(
    `SELECT $1::text AS name, count(*) FILTER (WHERE next_turn_at <= now())::float8 AS due,
        count(*) FILTER (WHERE turn_state <> 'waiting')::float8 AS active,
        coalesce(extract(epoch FROM now() - min(next_turn_at) FILTER (WHERE next_turn_at <= now())), 0)::float8 AS oldest_seconds
       FROM ${table} t WHERE ${OPEN_SQL}`,
    [name],
  )
  return z.array(OpenWork).parse(rows)
}

function keysOf(turns: readonly TurnKey[]): string {
  return JSON.stringify(turns.map(({ id, turn }) => ({ id, turn })))
}
