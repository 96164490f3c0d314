import { pool } from '../db'

/** A process that spoke so many seconds ago, and for so long without a gap. */
export async function heardOf(
  id: string,
  { secondsAgo, steadyFor = secondsAgo }: { secondsAgo: number; steadyFor?: number },
): Promise<void> {
  await pool.query(
    `INSERT INTO instances (id, role, heartbeat_at, steady_since)
     VALUES ($1, 'web', now() - make_interval(secs => $2), now() - make_interval(secs => $3))
     ON CONFLICT (id) DO UPDATE SET heartbeat_at = excluded.heartbeat_at, steady_since = excluded.steady_since`,
    [id, secondsAgo, steadyFor],
  )
}
