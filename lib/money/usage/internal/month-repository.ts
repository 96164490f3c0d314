import { z } from 'zod'
import { inPoolTransaction, pool } from '@/lib/platform/db'
import { changeInTurn, isSharded, lockParts } from '@/lib/platform/shards'
import { HourSum, proofSql } from './older-repository'

/** The months that PostgreSQL has: partitions of `usage_records`. */

const Month = z.object({ name: z.string(), from: z.date(), until: z.date() })
export type Month = z.infer<typeof Month>

/** Oldest first. */
export async function listMonths(): Promise<Month[]> {
  const { rows } = await pool.query(
    `SELECT name, bounds[1]::timestamptz AS "from", bounds[2]::timestamptz AS until
      FROM (SELECT c.relname AS name, regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''(.*)''\\) TO \\(''(.*)''\\)') AS bounds
              FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'usage_records'::regclass) AS months
     WHERE bounds IS NOT NULL ORDER BY 2`,
  )
  return z.array(Month).parse(rows)
}

const Found = z.object({ found: z.boolean() })

/** Whether a customer had requests before that UTC midnight; rollups are never deleted. */
export async function wasUsedBefore(customerId: string, midnight: Date): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT EXISTS (SELECT FROM usage_rollups WHERE customer_id = $1 AND grain = 'day' AND cut = 'total'
       AND model_id = '' AND api_key_id = '' AND start < $2) AS found`,
    [customerId, midnight],
  )
  return Found.parse(rows[0]).found
}

export async function sumHours({ from, until }: Month): Promise<HourSum[]> {
  const { rows } = await pool.query(
    `SELECT floor(extract(epoch FROM created_at) / 3600)::int AS hour, count(*)::int AS requests, ${proofSql} AS proof
       FROM usage_records WHERE created_at >= $1 AND created_at < $2 GROUP BY 1 ORDER BY 1`,
    [from, until],
  )
  return z.array(HourSum).parse(rows)
}

const waitingSql = `SELECT EXISTS (SELECT 1 FROM usage_outbox WHERE created_at >= $1 AND created_at < $2) AS found`

/** Whether rows of the month are still to be exported, wherever to. */
export async function hasWaiting({ from, until }: Month): Promise<boolean> {
  const { rows } = await pool.query(waitingSql, [from, until])
  return Found.parse(rows[0]).found
}

/** Exports the rows of these hours of the month to ClickHouse, again if they were. */
export async function exportHours({ from, until }: Month, hours: readonly number[]): Promise<void> {
  await pool.query(
    `INSERT INTO usage_outbox (target, customer_id, created_at, id)
       SELECT 'clickhouse', customer_id, created_at, id FROM usage_records
        WHERE created_at >= $1 AND created_at < $2 AND floor(extract(epoch FROM created_at) / 3600) = ANY ($3::int[])
       ON CONFLICT DO NOTHING`,
    [from, until, hours],
  )
}

/**
 * Drops the month unless rows of it are still to be exported: a row is put there by the statement that writes it, and none is
 * written under this lock. Settlements wait for it at most a second; then it fails.
 */
export function dropMonth({ name, from, until }: Month): Promise<boolean> {
  return inPoolTransaction(async (db) => {
    if (isSharded()) {
      await db.query(`SET LOCAL citus.propagate_set_commands TO 'local'; SET LOCAL lock_timeout = '1s'`)
      await changeInTurn(db)
      await lockParts(name, db)
    } else
      await db.query(`SET LOCAL lock_timeout = '1s'; LOCK TABLE ONLY usage_records IN ACCESS EXCLUSIVE MODE`)
    const { rows } = await db.query(waitingSql, [from, until])
    const isReady = !Found.parse(rows[0]).found
    if (isReady) await db.query(`DROP TABLE ${db.escapeIdentifier(name)}`)
    return isReady
  })
}
