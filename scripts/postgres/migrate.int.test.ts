import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ensureDatabase } from './ensure-database.mjs'
import { checksumOf, migrate } from './migrate.mjs'

let folder = ''
let databaseUrl = ''
let made = 0

function write(name: string, sql: string) {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'migration.sql'), sql)
}

async function query(sql: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const applied = () =>
  query('SELECT migration_name, checksum, finished_at FROM _prisma_migrations ORDER BY finished_at')
const run = () => migrate({ databaseUrl, folder })

describe('migrate', () => {
  const admin = process.env.DATABASE_URL ?? ''

  beforeAll(() => expect(admin).toContain('127.0.0.1'))
  beforeEach(async () => {
    made += 1
    const name = `${new URL(admin).pathname.slice(1)}_${made}`
    await ensureDatabase(admin, name)
    databaseUrl = Object.assign(new URL(admin), { pathname: `/${name}` }).href
    folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  })

  it('applies what is new, oldest first, and remembers it', async () => {
    write('20260102000000_second', 'ALTER TABLE cats ADD COLUMN name text;')
    write('20260101000000_first', 'CREATE TABLE cats (id int);\nCREATE INDEX ON cats (id);')
    expect(await run()).toEqual(['20260101000000_first', '20260102000000_second'])
    expect(await run()).toEqual([])
    write('20260103000000_third', 'CREATE TABLE dogs ();')
    expect(await run()).toEqual(['20260103000000_third'])
    const rows = await applied()
    expect(rows.map((row) => row.migration_name)).toHaveLength(3)
    expect(rows[2].checksum).toBe(checksumOf('CREATE TABLE dogs ();'))
    expect(rows.every((row) => row.finished_at instanceof Date)).toBe(true)
  })

  it('undoes a migration that fails, wholly, and applies it once it is mended', async () => {
    write('1_good', 'CREATE TABLE cats (id int);')
    write('2_bad', 'CREATE TABLE dogs (id int); SELECT nonsense;')
    await expect(run()).rejects.toThrow(/2_bad failed and was undone: .*nonsense/)
    expect(await query("SELECT to_regclass('dogs') AS dogs, to_regclass('cats')::text AS cats")).toEqual([
      { dogs: null, cats: 'cats' },
    ])
    write('2_bad', 'CREATE TABLE dogs (id int);')
    expect(await run()).toEqual(['2_bad'])
  })

  it('refuses a migration that was changed after it had been applied', async () => {
    write('1_cats', 'CREATE TABLE cats ();\n')
    await run()
    write('1_cats', 'CREATE TABLE cats ();\r\n')
    expect(await run()).toEqual([])
    write('1_cats', 'CREATE TABLE tigers ();\n')
    await expect(run()).rejects.toThrow('The migration 1_cats was changed after it had been applied')
  })

  it('runs once when several start at the same time', async () => {
    write('1_cats', 'CREATE TABLE cats ();')
    write('2_dogs', 'CREATE TABLE dogs ();')
    const answers = await Promise.all([run(), run(), run(), run()])
    expect(answers.flat().sort()).toEqual(['1_cats', '2_dogs'])
    expect(await applied()).toHaveLength(2)
  })

  it('stops at a row that Prisma left unfinished', async () => {
    write('1_cats', 'CREATE TABLE cats ();')
    await run()
    await query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '1_cats'")
    await expect(run()).rejects.toThrow('once failed half-way')
    await query('UPDATE _prisma_migrations SET rolled_back_at = now()')
    await query('DROP TABLE cats')
    expect(await run()).toEqual(['1_cats'])
  })
})
