import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { isDatabaseAway } from './database-connection'
import { pool } from './db'
import { env } from './env'
import { Canary, forgetKilled, instanceId, listDead, startHeartbeat, stopHeartbeat } from './instance'
import { logger } from './logger'
import { heardOf } from './testing/other-processes'

describe('instance', () => {
  afterAll(stopHeartbeat)

  /** A process that is as silent as a dead one, and one that has ended. */
  async function silentAndEnded(): Promise<[string, string]> {
    const [silent, ended] = [`inst_${randomUUID()}`, `inst_${randomUUID()}`]
    await heardOf(silent, { secondsAgo: 25 })
    return [silent, ended]
  }

  it('a process that has just started takes no running process for ended', async () => {
    const [silent, ended] = await silentAndEnded()
    await startHeartbeat('web')
    expect(await listDead([silent, ended])).toEqual(new Set([ended]))
  })

  it.each([
    ['went on without a gap knows the dead', 1, true],
    ['could not speak for a while does not, until it has been heard for long enough', 11, false],
  ])('a process that %s', async (_name, secondsAgo, knows) => {
    const [silent, ended] = await silentAndEnded()
    await heardOf(instanceId(), { secondsAgo, steadyFor: 60 })
    await startHeartbeat('web')
    expect(await listDead([silent, ended])).toEqual(new Set(knows ? [silent, ended] : [ended]))
  })

  describe('processes of this DATA_DIR that do not run any more', () => {
    const folder = join(env().DATA_DIR, 'processes')

    /** One with a recent heartbeat, and the file that it left. */
    async function withFile(pid: number, started: string, host = hostname()): Promise<string> {
      const id = `inst_${randomUUID()}`
      await heardOf(id, { secondsAgo: 0 })
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, `${id}.${pid}.${started}@${host}`), '')
      return id
    }

    it('count as ended at once, and their files are removed; for another host the heartbeat decides', async () => {
      await startHeartbeat('web')
      const [own = ''] = (await readdir(folder)).filter((name) => name.startsWith(instanceId()))
      const ownStart = /\.(\d*)@/.exec(own)?.[1] ?? ''
      const child = spawn('sleep', ['60'])
      child.kill('SIGKILL')
      await once(child, 'exit')
      const killed = await withFile(child.pid ?? 0, '')
      const sameNumber = await withFile(process.pid, `1${ownStart}`)
      const elsewhere = await withFile(child.pid ?? 0, '', 'elsewhere')
      const ended = await withFile(child.pid ?? 0, '', 'elsewhere')
      await pool.query('DELETE FROM instances WHERE id = $1', [ended])
      const living = await withFile(process.pid, ownStart)
      await forgetKilled()
      expect(await listDead([killed, sameNumber, elsewhere, living, instanceId()])).toEqual(
        new Set([killed, sameNumber]),
      )
      expect((await readdir(folder)).map((name) => name.split('.')[0]).toSorted()).toEqual(
        [elsewhere, living, instanceId()].toSorted(),
      )
      await stopHeartbeat()
      expect(await readdir(folder)).not.toContain(own)
    })
  })
})

describe('canary', () => {
  const canary = new Canary()
  afterEach(async () => {
    vi.useRealTimers()
    await canary.close()
  })

  const Backends = z.array(z.object({ pid: z.number() }))

  /** The database's processes that serve this file, suspended until resumed. */
  async function stopBackends(): Promise<() => void> {
    const { rows } = await pool.query('SELECT pid FROM pg_stat_activity WHERE datname = current_database()')
    const pids = Backends.parse(rows).map(({ pid }) => pid)
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    return () => {
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    }
  }

  it('if the database hangs, waiting statements fail as unavailable, and the next ones reconnect', async () => {
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

  it('a failing statement is reported, and closes no connection', async () => {
    await expect(canary.ask('SELECT nonsense', [])).rejects.toThrow('nonsense')
    await canary.ask('SELECT 1', [])
  })
})
