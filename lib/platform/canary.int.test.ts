import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Canary } from './canary'
import { pool } from './db'
import { isDatabaseAway } from './is-database-away'
import { logger } from './logger'

const canary = new Canary()
afterEach(async () => {
  vi.useRealTimers()
  await canary.close()
})

const Backends = z.array(z.object({ pid: z.number() }))

/** The database's processes that serve this file, which do nothing more until they are told to go on. */
async function stopBackends(): Promise<() => void> {
  const { rows } = await pool.query('SELECT pid FROM pg_stat_activity WHERE datname = current_database()')
  const pids = Backends.parse(rows).map(({ pid }) => pid)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}

it('where a database hangs, what waits for it fails as if it were away, and what comes next connects anew', async () => {
  const logged = vi.spyOn(logger, 'error').mockReturnValue()
  await canary.ask('SELECT 1', [])
  const goOn = await stopBackends()
  try {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const failures = [canary.ask('SELECT 1', []), pool.query('SELECT 1')].map((asked) =>
      asked.then(
        () => undefined,
        (error: unknown) => error,
      ),
    )
    await vi.advanceTimersByTimeAsync(10_500)
    for (const error of await Promise.all(failures)) expect(isDatabaseAway(error)).toBe(true)
    expect(logged).toHaveBeenCalledOnce()
    vi.useRealTimers()
    await canary.ask('SELECT 1', [])
    await pool.query('SELECT 1')
  } finally {
    goOn()
  }
})

it('a statement that fails is told, and no connection is given up', async () => {
  await expect(canary.ask('SELECT nonsense', [])).rejects.toThrow('nonsense')
  await canary.ask('SELECT 1', [])
})
