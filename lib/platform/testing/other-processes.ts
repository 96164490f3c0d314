import { expect } from 'vitest'
import { pool } from '../db'

type Statement = { text: string; values: unknown[] }

/**
 * For tests of what happens at once: `work` runs into what another transaction has written, which is committed as soon as
 * `sessions` of this database wait for it.
 */
export async function meanwhile<T>(
  { text, values }: Statement,
  work: () => Promise<T>,
  sessions = 1,
): Promise<T> {
  const other = await pool.connect()
  try {
    await other.query('BEGIN')
    await other.query(text, values)
    const running = work()
    const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await expect.poll(async () => (await pool.query(waiting)).rows).toEqual([{ count: sessions }])
    await other.query('COMMIT')
    return await running
  } finally {
    other.release()
  }
}

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
