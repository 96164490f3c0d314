import { z } from 'zod'
import { pool } from '@/lib/platform/db'

/** Pictures that are kept in the database because the store could not take them, and the one read that takes `b64_json`. */

const BodyRow = z.object({ body: z.instanceof(Buffer).nullable() })

export async function readBody(taskId: string, position: number): Promise<Buffer> {
  const { rows } = await pool.query('SELECT body FROM image_outputs WHERE task_id = $1 AND position = $2', [
    taskId,
    position,
  ])
  const body = rows[0] === undefined ? null : BodyRow.parse(rows[0]).body
  if (body === null) throw new Error('the picture is not in the database')
  return body
}

/** A slice, so that no picture need be in memory whole. */
export async function readBodySlice(
  taskId: string,
  position: number,
  { start, length }: { start: number; length: number },
): Promise<Buffer> {
  const { rows } = await pool.query(
    'SELECT substring(body FROM $3 FOR $4) AS body FROM image_outputs WHERE task_id = $1 AND position = $2',
    [taskId, position, start + 1, length],
  )
  const body = rows[0] === undefined ? null : BodyRow.parse(rows[0]).body
  if (body === null) throw new Error('the picture is not in the database')
  return body
}

/** True for one read at a time, as long as it shows within `leaseSeconds` that it goes on; false once it was handed over. */
export async function claimResult(id: string, token: string, leaseSeconds: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE image_tasks SET claim_token = $2, claim_until = now() + make_interval(secs => $3)
      WHERE id = $1 AND status = 'completed' AND claimed_at IS NULL AND deleted_at IS NULL
        AND (claim_until IS NULL OR claim_until < now() OR claim_token = $2)`,
    [id, token, leaseSeconds],
  )
  return rowCount === 1
}

/** The result has been handed over: nobody gets it again, and what was kept for it alone goes. False: the claim was lost. */
export async function completeClaim(id: string, token: string, now: Date): Promise<boolean> {
  const { rows } = await pool.query(
    `WITH claimed AS (
       UPDATE image_tasks SET claimed_at = $3, claim_token = NULL, claim_until = NULL
        WHERE id = $1 AND claim_token = $2 AND claimed_at IS NULL RETURNING id),
     emptied AS (UPDATE image_outputs SET body = NULL WHERE body IS NOT NULL AND task_id IN (SELECT id FROM claimed))
     SELECT id FROM claimed`,
    [id, token, now],
  )
  return rows.length === 1
}

/** The result could not be handed over: the next read may have it. */
export async function releaseClaim(id: string, token: string): Promise<void> {
  await pool.query(
    'UPDATE image_tasks SET claim_token = NULL, claim_until = NULL WHERE id = $1 AND claim_token = $2 AND claimed_at IS NULL',
    [id, token],
  )
}

/** Pictures of tasks that can no longer be read, and that nothing else has. */
export async function emptyExpired(now: Date): Promise<void> {
  await pool.query(
    `UPDATE image_outputs o SET body = NULL FROM image_tasks t
      WHERE o.body IS NOT NULL AND t.id = o.task_id AND t.expires_at <= $1`,
    [now],
  )
}
