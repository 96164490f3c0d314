import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startCluster } from '../postgres/cluster.mjs'
import { identityOf } from '../steps/processes.mjs'
import { writeBackup } from './backup.mjs'
import { requireEmpty, restoreBackup } from './restore.mjs'

const root = process.cwd()
let home = ''
let dataDir = ''
let restored = ''
let file = ''

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'backup-'))
  dataDir = join(home, 'data')
  restored = join(home, 'restored')
  file = join(home, 'portico.tar')
  mkdirSync(join(dataDir, 'objects', 'deep'), { recursive: true })
  mkdirSync(join(dataDir, 'settlements'))
  mkdirSync(restored)
  writeFileSync(join(dataDir, 'nextauth-secret'), 'a secret\n', { mode: 0o600 })
  writeFileSync(join(dataDir, 'objects', 'deep', 'picture'), Buffer.alloc(2_000_000, 'p'))
  writeFileSync(join(dataDir, 'settlements', 'inst_1.jsonl'), '{"answered":"and not yet booked"}')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function openCluster(folder: string) {
  const cluster = await startCluster({ root, folder: join(folder, 'postgres') })
  onTestFinished(cluster.stop)
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  return {
    ask: async (sql: string) => (await client.query(sql)).rows,
    async close() {
      await client.end()
      await cluster.stop()
    },
  }
}

/** As an instance that runs has it. */
const pretendToRun = () =>
  writeFileSync(join(dataDir, 'instance.lock'), JSON.stringify(identityOf(process.ppid)))

const restore = () => restoreBackup({ root, dataDir: restored, file })

describe('a backup', () => {
  it('of a database that is written to all the while is the database of one moment, with all from before', async () => {
    const source = await openCluster(dataDir)
    pretendToRun()
    await source.ask(
      'CREATE TABLE debits AS SELECT n FROM generate_series(1, 100000) AS n; CREATE TABLE credits AS TABLE debits',
    )
    let isWriting = true
    const writing = (async () => {
      for (let n = 100_001; isWriting; n += 1)
        await source.ask(`BEGIN; INSERT INTO debits VALUES (${n}); INSERT INTO credits VALUES (${n}); COMMIT`)
    })()
    await source.ask('SELECT 1')
    const [{ count: before }] = await source.ask('SELECT count(*)::int FROM debits')
    await writeBackup({ dataDir, file })
    isWriting = false
    await writing
    await source.close()
    expect(statSync(file).mode & 0o777).toBe(0o600)

    await restore()
    for (const name of [
      'nextauth-secret',
      'postgres-password',
      'objects/deep/picture',
      'settlements/inst_1.jsonl',
    ])
      expect(readFileSync(join(restored, name)).equals(readFileSync(join(dataDir, name)))).toBe(true)
    expect(statSync(join(restored, 'nextauth-secret')).mode & 0o777).toBe(0o600)
    expect(readdirSync(restored)).not.toContain('instance.lock')
    const copy = await openCluster(restored)
    const [sums] = await copy.ask(
      'SELECT (SELECT count(*)::int FROM debits) AS debits, (SELECT count(*)::int FROM credits) AS credits',
    )
    expect(sums.debits).toBe(sums.credits)
    expect(sums.debits).toBeGreaterThanOrEqual(before)
    await copy.close()
  })

  it('of a database that does not run is its files', async () => {
    const source = await openCluster(dataDir)
    await source.ask('CREATE TABLE cats AS SELECT 9 AS lives')
    await source.close()
    await writeBackup({ dataDir, file })
    await restore()
    const copy = await openCluster(restored)
    expect(await copy.ask('SELECT lives FROM cats')).toEqual([{ lives: 9 }])
    await copy.close()
  })

  it('is not made where there is nothing, over another file, or within what it is of', async () => {
    await expect(writeBackup({ dataDir, file })).rejects.toThrow('There is no embedded database')
    await expect(writeBackup({ dataDir, file: join(dataDir, 'a.tar') })).rejects.toThrow(
      'into DATA_DIR itself',
    )
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
    writeFileSync(file, 'kept')
    await expect(writeBackup({ dataDir, file })).rejects.toThrow('cannot be written: EEXIST')
    expect(readFileSync(file, 'utf8')).toBe('kept')
  })
})

describe('restoring', () => {
  it('wants an empty DATA_DIR that no instance runs on', async () => {
    await expect(requireEmpty(dataDir)).rejects.toThrow('is not empty')
    pretendToRun()
    await expect(requireEmpty(dataDir)).rejects.toThrow('Portico is running on')
    await requireEmpty(restored)
    await requireEmpty(join(home, 'not-there'))
  })

  it('leaves nothing behind when the file is no whole backup', async () => {
    writeFileSync(file, 'something else'.repeat(100))
    await expect(restore()).rejects.toThrow('not a backup')
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '1\n')
    rmSync(file)
    await writeBackup({ dataDir, file })
    await expect(restore()).rejects.toThrow('The backup is from PostgreSQL 1, but this Portico has 18.')
    writeFileSync(file, readFileSync(file).subarray(0, 1_000_000))
    await expect(restore()).rejects.toThrow('The backup is incomplete')
    expect(readdirSync(restored)).toEqual([])
    expect(existsSync(join(restored, 'postgres'))).toBe(false)
  })
})
