import { z } from 'zod'
import { pool } from '@/lib/platform/db'
import { VideoTaskStatus } from './schema'

const Undeleted = z.object({ id: z.string(), status: VideoTaskStatus })
const Count = z.object({ count: z.coerce.number() })

/** A customer's tasks that were not deleted yet, whatever their state. */
export async function listUndeleted(customerId: string, limit: number): Promise<z.infer<typeof Undeleted>[]> {
  const { rows } = await pool.query(
    'SELECT id, status FROM video_tasks WHERE customer_id = $1 AND deleted_at IS NULL LIMIT $2',
    [customerId, limit],
  )
  return z.array(Undeleted).parse(rows)
}

/** Takes the rows of deleted tasks away whose money is settled; answers how many are left. */
export async function deleteErased(customerId: string, finishedBefore: Date): Promise<number> {
  await pool.query(
    `DELETE FROM video_tasks
      WHERE customer_id = $1 AND deleted_at IS NOT NULL AND settled_at IS NOT NULL AND finished_at < $2`,
    [customerId, finishedBefore],
  )
  const { rows } = await pool.query('SELECT count(*) FROM video_tasks WHERE customer_id = $1', [customerId])
  return Count.parse(rows[0]).count
}
