import type { Caller } from '@/lib/platform/caller'
import { pool } from '@/lib/platform/db'
import type { CheckedUpload } from '../check-uploads'
import { claimSql, toClaims } from '../claim-uploads'

/** Claims uploads as the statement that makes a task does: all of them, or it rejects. */
export async function claim(
  { customerId }: Caller,
  uploads: readonly CheckedUpload[],
  taskId: string,
): Promise<void> {
  const claimed = claimSql('(SELECT $1::text AS task_id, $2::text AS customer_id, $3::json AS claims)')
  await pool.query(`WITH claimed AS (${claimed}) SELECT 1 / (count(*) = $4)::int FROM claimed`, [
    taskId,
    customerId,
    JSON.stringify(toClaims(uploads)),
    uploads.length,
  ])
}
