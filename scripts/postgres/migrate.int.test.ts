import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checksumOf, ensureDatabase, migrate } from './migrate.mjs'

let folder = ''
let databaseUrl = ''
let made = 0

function write(name: string, sql: string) {
  mkdirSync(join(folder, 'migrations', name), { recursive: true })
  writeFileSync(join(folder, 'migrations', name, 'migration.sql'), sql)
}

function writeFunction(name: string, answer: string) {
  mkdirSync(join(folder, 'sql'), { recursive: true })
  const sql = `CREATE OR REPLACE FUNCTION ${name}() RETURNS text LANGUAGE sql AS $$ SELECT ${answer} $$;\n`
  writeFileSync(join(folder, 'sql', `${name}.sql`), sql)
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
const run = (version?: string) => migrate({ databaseUrl, folder, version })

const admin = process.env.DATABASE_URL ?? ''

beforeAll(() => expect(admin).toContain('127.0.0.1'))
beforeEach(async () => {
  made += 1
  const name = `${new URL(admin).pathname.slice(1)}_${made}`
  await ensureDatabase(admin, name)
  databaseUrl = Object.assign(new URL(admin), { pathname: `/${name}` }).href
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
})

describe('migrate', () => {
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
    await expect(run()).rejects.toThrow(/2_bad failed and was rolled back: .*nonsense/)
    expect(await query("SELECT to_regclass('dogs') AS dogs, to_regclass('cats')::text AS cats")).toEqual([
      { dogs: null, cats: 'cats' },
    ])
    write('2_bad', 'CREATE TABLE dogs (id int);')
    expect(await run()).toEqual(['2_bad'])
  })

  it('refuses a migration that was changed after it was applied', async () => {
    write('1_cats', 'CREATE TABLE cats ();\n')
    await run()
    write('1_cats', 'CREATE TABLE cats ();\r\n')
    expect(await run()).toEqual([])
    write('1_cats', 'CREATE TABLE tigers ();\n')
    await expect(run()).rejects.toThrow('The migration 1_cats was changed after it was applied')
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
    await expect(run()).rejects.toThrow('failed halfway')
    await query('UPDATE _prisma_migrations SET rolled_back_at = now()')
    await query('DROP TABLE cats')
    expect(await run()).toEqual(['1_cats'])
  })

  it('applies functions after the migrations, again when their source has changed, and else not', async () => {
    write('1_cats', "CREATE TABLE cats (name text); INSERT INTO cats VALUES ('Tom');")
    writeFunction('cat', 'name FROM cats')
    writeFunction('dog', "'Rex'")
    expect(await run()).toEqual(['1_cats', 'cat.sql', 'dog.sql'])
    expect(await run()).toEqual([])
    writeFunction('dog', "'Spot'")
    expect(await run()).toEqual(['dog.sql'])
    expect(await query('SELECT cat(), dog()')).toEqual([{ cat: 'Tom', dog: 'Spot' }])
  })

  it('applies all changed functions or none', async () => {
    write('1_cats', 'CREATE TABLE cats ();')
    writeFunction('cat', "'Tom'")
    writeFunction('dog', "'Rex'")
    await run()
    writeFunction('cat', "'Felix'")
    writeFunction('dog', 'nonsense')
    await expect(run()).rejects.toThrow(/dog\.sql could not be applied: .*nonsense/)
    expect(await query('SELECT cat(), dog()')).toEqual([{ cat: 'Tom', dog: 'Rex' }])
    writeFunction('dog', "'Spot'")
    expect(await run()).toEqual(['cat.sql', 'dog.sql'])
  })
})

describe('the functions of two versions', () => {
  const dog = async () => (await query('SELECT dog()'))[0].dog
  beforeEach(() => write('1_dogs', 'CREATE TABLE dogs ();'))

  it('are those of the newer one, whichever starts last', async () => {
    writeFunction('dog', "'Rex'")
    expect(await run('0.9.1')).toEqual(['1_dogs', 'dog.sql'])
    writeFunction('dog', "'Spot'")
    expect(await run('0.10.0')).toEqual(['dog.sql'])
    writeFunction('dog', "'Rex'")
    expect(await run('0.9.1')).toEqual([])
    expect(await run('0.10.0-rc.1')).toEqual(['dog.sql'])
    writeFunction('dog', "'Fido'")
    expect(await run('1.0.0')).toEqual(['dog.sql'])
    expect(await dog()).toBe('Fido')
  })

  it('are kept where a version before this rule had applied them', async () => {
    writeFunction('dog', "'Rex'")
    await run('0.1.0')
    await query('ALTER TABLE _portico_functions DROP COLUMN version')
    writeFunction('dog', "'Spot'")
    expect(await run('0.1.0')).toEqual(['dog.sql'])
    expect(await dog()).toBe('Spot')
  })
})

describe('the migrations of Portico', () => {
  const init = '20261201000000_init'
  const last = '20261130172518_benchmark_defaults'
  const runAll = () => migrate({ databaseUrl, folder: 'prisma' })
  const functions = readdirSync('prisma/sql').sort()
  const later = readdirSync('prisma/migrations')
    .filter((name) => /^\d/.test(name) && name > init)
    .sort()

  /** What `count` of the migrations that `init` replaces left behind, of which the last one is `lastName`. */
  async function haveReplaced(count: number, lastName: string) {
    for (let each = 1; each < count; each += 1) write(`${20261120000000 + each}_old`, 'SELECT 1;')
    write(lastName, 'SELECT 1;')
    await run()
    await query(readFileSync(join('prisma/migrations', init, 'migration.sql'), 'utf8'))
  }

  it('make a new database, once when several start at the same time', async () => {
    const answers = await Promise.all([runAll(), runAll(), runAll()])
    expect(answers.flat()).toEqual([init, ...later, ...functions])
    expect(await query("SELECT to_regclass('usage_records_default')::text AS name")).toEqual([
      { name: 'usage_records_default' },
    ])
    expect(
      await query(
        "SELECT count(*)::int AS months FROM pg_inherits WHERE inhparent = 'usage_records'::regclass",
      ),
    ).toEqual([{ months: 4 }])
    expect(await runAll()).toEqual([])
  })

  it('run nothing of the first one on a database that has all it replaces', async () => {
    await haveReplaced(54, last)
    await query("INSERT INTO customers (id, name) VALUES ('kept', 'Kept')")
    expect(await runAll()).toEqual([...later, ...functions])
    const [mark] = (await applied()).filter((row) => row.migration_name === init)
    expect(mark.checksum).toBe(
      checksumOf(readFileSync(join('prisma/migrations', init, 'migration.sql'), 'utf8')),
    )
    expect(await applied()).toHaveLength(55 + later.length)
    expect(await query('SELECT id FROM customers')).toEqual([{ id: 'kept' }])
    expect(await runAll()).toEqual([])
  })

  it('keep the entries of a ledger where they are, and give later months partitions', async () => {
    for (const name of [init, ...later].filter((one) => one < '20261209020000'))
      write(name, readFileSync(join('prisma/migrations', name, 'migration.sql'), 'utf8'))
    await run()
    const book = (key: string) =>
      query(`INSERT INTO ledger_entries (key, kind, debit_account, credit_account, amount_nanos)
        VALUES (${key}, 'settle', 'one', 'other', 5) ON CONFLICT (key) DO NOTHING RETURNING tableoid::regclass::text AS place`)
    expect(await book(`'settle:req_01k9'`)).toEqual([{ place: 'ledger_entries' }])
    await runAll()
    expect(await book(`'settle:req_01k9'`)).toEqual([])
    expect(await book(`ledger_request_key(now())`)).toEqual([{ place: 'ledger_entries_default' }])
    expect(await book(`ledger_request_key(now() + interval '60 days')`)).toMatchObject([
      { place: expect.stringMatching(/^ledger_entries_\d{4}_\d\d$/) },
    ])
    expect(await book(`ledger_request_key(now() + interval '9 years')`)).toEqual([
      { place: 'ledger_entries_later' },
    ])
  })

  it.each([
    [53, last],
    [1, '20261121000000_foundation'],
    [54, '20261130172517_something_else'],
  ])('refuse a database that has only some: %d of them, up to %s', async (count, lastName) => {
    await haveReplaced(count, lastName)
    await expect(runAll()).rejects.toThrow(
      /has \d+ of the 54 migrations .* start the version of commit \w+ on it first/,
    )
    expect(await applied()).toHaveLength(count)
    expect(await query("SELECT to_regproc('ledger_hold')::text AS name")).toEqual([{ name: null }])
  })
})
