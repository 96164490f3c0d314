import { z } from 'zod'
import { StoredMeter, type TaskMeter } from '@/lib/money/usage/task-meter'
import { pool } from '@/lib/platform/db'
import type { Overdue, Settlement, TaskTable } from './kind'

/** Settlement, deadlines and deletion of tasks of any kind. */
const Id = z.object({ id: z.string() })
const Count = z.object({ count: z.coerce.number() })
export const idsOf = (rows: unknown) =>
  z
    .array(Id)
    .parse(rows)
    .map(({ id }) => id)

export type Unsettled = { id: string; meter: TaskMeter; settlement: Settlement }

/** The task, if its settlement is decided but not booked. */
export async function findUnsettled(
  { table, settlement }: TaskTable,
  id: string,
): Promise<Unsettled | undefined> {
  const { rows } = await pool.query({
    name: `${table}-unsettled`,
    text: `SELECT id, meter, settlement FROM ${table} WHERE id = $1 AND settlement IS NOT NULL AND settled_at IS NULL`,
    values: [id],
  })
  const Row = z.object({ id: z.string(), meter: StoredMeter, settlement })
  return rows[0] === undefined ? undefined : Row.parse(rows[0])
}

export async function markSettled({ table }: TaskTable, id: string, costNanos: bigint): Promise<void> {
  await pool.query({
    name: `${table}-settled`,
    text: `UPDATE ${table} SET settled_at = now(), cost_nanos = $2 WHERE id = $1 AND settled_at IS NULL`,
    values: [id, costNanos],
  })
}

/** Tasks whose settlement was decided before a time, or ever, and is not booked. */
export async function listUnsettled(
  { table }: TaskTable,
  before: Date | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT id FROM ${table} WHERE settlement IS NOT NULL AND settled_at IS NULL
        AND ($1::timestamptz IS NULL OR coalesce(finished_at, next_turn_at) < $1) LIMIT $2`,
    [before, limit],
  )
  return idsOf(rows)
}

export async function listOverdue(
  { overdueSql }: Pick<Overdue, 'overdueSql'>,
  now: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query(overdueSql, [now, limit])
  return idsOf(rows)
}

/** Which of these meters belong to a task whose money has not been settled. */
export async function listUnsettledOf({ table }: TaskTable, ids: string[]): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT meter->>'id' AS id FROM ${table} WHERE settled_at IS NULL AND meter->>'id' = ANY ($1)`,
    [ids],
  )
  return idsOf(rows)
}

/** The ids of tasks that have ended. */
export async function listEnded({ table }: TaskTable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT id FROM ${table} WHERE id = ANY ($1) AND status NOT IN ('queued', 'processing')`,
    [ids],
  )
  return idsOf(rows)
}

/** A customer's tasks that are not deleted, in any state. */
export async function listUndeleted(
  { table }: TaskTable,
  customerId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT id FROM ${table} WHERE customer_id = $1 AND deleted_at IS NULL LIMIT $2`,
    [customerId, limit],
  )
  return idsOf(rows)
}

/** Removes settled rows of deleted tasks; returns how many rows are left. */
export async function deleteErased(
  { table }: TaskTable,
  customerId: string,
  finishedBefore: Date,
): Promise<number> {
  await pool.query(
    `DELETE FROM ${table}
      WHERE customer_id = $1 AND deleted_at IS NOT NULL AND settled_at IS NOT NULL AND finished_at < $2`,
    [customerId, finishedBefore],
  )
  const { rows } = await pool.query(`SELECT count(*) FROM ${table} WHERE customer_id = $1`, [customerId])
  return Count.parse(rows[0]).count
}
