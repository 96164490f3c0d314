import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive } from '../steps/processes.mjs'
import { startCluster } from './cluster.mjs'
import { ensureDatabase } from './ensure-database.mjs'
import { readPostmaster, stopLeftover } from './postmaster.mjs'

let home = ''
let folder = ''

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}

const processOf = () => readPostmaster(folder)?.pid ?? 0
const start = (onRestart = () => {}) => startCluster({ root: process.cwd(), folder, onRestart })

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

  it('is started again at the same address when it dies', async () => {
    let restarts = 0
    const cluster = await start(() => {
      restarts += 1
    })
    const killed = processOf()
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => restarts).toBe(1)
    expect(processOf()).not.toBe(killed)
    expect(await ask(cluster.url('postgres'), 'SELECT 1 AS one')).toEqual({ one: 1 })
    await cluster.stop()
    expect(restarts).toBe(1)
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
