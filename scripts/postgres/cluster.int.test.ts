import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive } from '../steps/processes.mjs'
import { startCluster } from './cluster.mjs'
import { ensureDatabase } from './migrate.mjs'
import { readPostmaster, stopLeftover } from './postmaster.mjs'

let home = ''
let folder = ''

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // the running query rejects as well
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}

const processOf = () => readPostmaster(folder)?.pid ?? 0
const start = () => startCluster({ root: process.cwd(), folder })

/** A computation without interrupts for a minute: until it ends, a Postgres process does not see that its postmaster died. */
const BUSY =
  "DO $$ DECLARE n bigint := 0; BEGIN WHILE clock_timestamp() < now() + interval '60 s' LOOP n := n + 1; END LOOP; END $$"
const COUNT_BUSY =
  "SELECT count(*)::int AS busy FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'DO %'"

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cluster-'))
  folder = join(home, 'postgres')
})

afterEach(async () => {
  await stopLeftover(folder)
  rmSync(home, { recursive: true, force: true })
})

describe('startCluster', () => {
  it('makes a durable server that asks for a password, and finds it again', async () => {
    const first = await start()
    await ensureDatabase(first.url('postgres'), 'portico')
    await ask(first.url('portico'), 'CREATE TABLE cats AS SELECT 9 AS lives')
    expect(await ask(first.url('portico'), 'SHOW fsync')).toEqual({ fsync: 'on' })
    expect(await ask(first.url('portico'), 'SHOW synchronous_commit')).toEqual({ synchronous_commit: 'on' })
    const open = Object.assign(new URL(first.url('portico')), { password: 'guess' }).href
    await expect(ask(open, 'SELECT 1')).rejects.toThrow('password authentication failed')
    await first.stop()
    expect(readPostmaster(folder)).toBeUndefined()

    const second = await start()
    expect(await ask(second.url('portico'), 'SELECT lives FROM cats')).toEqual({ lives: 9 })
    await second.stop()
  })

  it('is started again at the same address when it dies in the middle of a computation, of whatever signal', async () => {
    for (const signal of ['SIGKILL', 'SIGSEGV', 'SIGTRAP'] as const) {
      const ends: string[] = []
      let restarts = 0
      const cluster = await startCluster({
        root: process.cwd(),
        folder,
        onEnd: (reason: string, milliseconds: number) => ends.push(`${reason} ${milliseconds}`),
        onRestart: () => {
          restarts += 1
        },
      })
      const computing = ask(cluster.url('postgres'), BUSY).catch(() => 'cut off')
      await expect.poll(() => ask(cluster.url('postgres'), COUNT_BUSY)).toEqual({ busy: 1 })
      const killed = processOf()
      process.kill(killed, signal)
      await expect.poll(() => restarts).toBe(1)
      expect(await computing).toBe('cut off')
      expect(processOf()).not.toBe(killed)
      expect(ends).toEqual([`${signal} 0`])
      expect(await ask(cluster.url('postgres'), 'SELECT 1 AS one')).toEqual({ one: 1 })
      await cluster.stop()
      expect(restarts).toBe(1)
    }
  })

  it('goes on trying where it does not start, and stops while it waits', async () => {
    const failures: unknown[] = []
    const cluster = await startCluster({
      root: process.cwd(),
      folder,
      onFailure: (error: unknown) => failures.push(error),
    })
    rmSync(join(folder, 'global'), { recursive: true }) // as a disk that loses what it had
    process.kill(processOf(), 'SIGKILL')
    await expect.poll(() => failures.length).toBe(1)
    expect(String(failures[0])).toContain('PostgreSQL did not start')
    await cluster.stop()
    expect(failures).toHaveLength(1)
  })

  it('takes over from a start that was killed, whatever it left', async () => {
    const script = `import { startCluster } from './scripts/postgres/cluster.mjs'
      await startCluster({ root: process.cwd(), folder: ${JSON.stringify(folder)} })
      process.kill(process.pid, 'SIGKILL')`
    const killed = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
    await once(killed, 'exit')
    const left = processOf()
    expect(isAlive(left)).toBe(true)
    const next = await start()
    expect(isAlive(left)).toBe(false)
    await next.stop()
    writeFileSync(join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n1\n1\n\n\n\nready\n`) // after a power cut
    const last = await start()
    expect(await ask(last.url('postgres'), 'SELECT 1 AS one')).toEqual({ one: 1 })
    await last.stop()
  })
})
