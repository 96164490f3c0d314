// Brings a database up to date: applies new migrations of prisma/migrations, oldest first, each in a transaction, then changed functions
// of prisma/sql. It uses the same table as `prisma migrate deploy`, so either can migrate; only this one applies functions.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { Failure } from '../steps/output.mjs'
import { checkCitus, closeShards, distribute } from './citus.mjs'

/** Runs one statement on the server at `url`, on its own connection. */
async function once(url, sql, values) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(sql, values)
  } finally {
    await client.end()
  }
}

/** Creates the database `name` if the server at `adminUrl` does not have it, from `template` if given. */
export async function ensureDatabase(adminUrl, name, template) {
  const { rowCount } = await once(adminUrl, 'SELECT 1 FROM pg_database WHERE datname = $1', [name])
  if (rowCount) return
  const copied = template ? ` TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY` : ''
  await once(adminUrl, `CREATE DATABASE ${pg.escapeIdentifier(name)}${copied}`)
}

const prismaLockKey = 72707369 // the key Prisma's engine uses too, so that only one migrates at a time

const createTable = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                  VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum"            VARCHAR(64) NOT NULL,
    "finished_at"         TIMESTAMPTZ,
    "migration_name"      VARCHAR(255) NOT NULL,
    "logs"                TEXT,
    "rolled_back_at"      TIMESTAMPTZ,
    "started_at"          TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`

const createFunctionsTable = `
  CREATE TABLE IF NOT EXISTS "_portico_functions" (
    "name"       TEXT PRIMARY KEY,
    "checksum"   TEXT NOT NULL,
    "applied_at" TIMESTAMPTZ NOT NULL DEFAULT now()
  );
  ALTER TABLE "_portico_functions" ADD COLUMN IF NOT EXISTS "version" TEXT NOT NULL DEFAULT '0.0.0'`

/** The first migration replaces these 54: a database that has all of them has it already. */
const init = {
  name: '20261201000000_init',
  replaces: 54,
  last: '20261130172518_benchmark_defaults',
  commit: '2c43e8e7c1',
}

export const checksumOf = (sql) => createHash('sha256').update(sql).digest('hex')

/** The migrations in `folder`, oldest first. */
function readMigrations(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'migration.sql')))
    .map((entry) => entry.name)
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name, 'migration.sql'), 'utf8') }))
}

/** The checksums of the applied migrations by name, given the rows of `_prisma_migrations`. */
function appliedMigrations(rows) {
  const standing = rows.filter((row) => !row.rolled_back_at)
  const unfinished = standing.find((row) => !row.finished_at)
  if (unfinished)
    throw new Failure(
      `The migration ${unfinished.migration_name} failed halfway in this database. Resolve it by hand.`,
    )
  return new Map(standing.map((row) => [row.migration_name, row.checksum]))
}

function isPending({ name, sql }, applied) {
  const checksum = applied.get(name)
  if (checksum === undefined) return true
  // The same migration, checked out with Windows line endings.
  if (checksum === checksumOf(sql) || checksum === checksumOf(sql.replaceAll('\r\n', '\n'))) return false
  throw new Failure(`The migration ${name} was changed after it was applied. Add a new migration instead.`)
}

/** Whether the database has the migrations `init` replaces; then `init` is only marked as applied. */
function needsBaseline(applied) {
  const replaced = [...applied.keys()].filter((name) => name < init.name)
  if (replaced.length === 0 || applied.has(init.name)) return false
  if (replaced.length === init.replaces && applied.has(init.last)) return true
  throw new Failure(
    `This database has ${replaced.length} of the ${init.replaces} migrations that ${init.name} replaces: start the version of commit ${init.commit} on it first (the last one with them, up to ${init.last}), then this one.`,
  )
}

const markApplied = (client, { name, sql }, startedAt = new Date()) =>
  client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, $4, now(), 1)`,
    [randomUUID(), checksumOf(sql), name, startedAt],
  )

async function apply(client, { name, sql }) {
  const startedAt = new Date()
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await markApplied(client, { name, sql }, startedAt)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Failure(`The migration ${name} failed and was rolled back: ${error.message}`)
  }
}

async function applyMigrations(client, migrations) {
  await client.query(createTable)
  const { rows } = await client.query('SELECT * FROM "_prisma_migrations" ORDER BY started_at')
  const applied = appliedMigrations(rows)
  const first = migrations.find(({ name }) => name === init.name)
  if (first && needsBaseline(applied)) {
    await markApplied(client, first)
    applied.set(first.name, checksumOf(first.sql))
  }
  const pending = migrations.filter((migration) => isPending(migration, applied))
  if (pending.length > 0) await closeShards(client)
  for (const migration of pending) await apply(client, migration)
  return pending.map(({ name }) => name)
}

/** The functions in `folder`, one source each. */
function readFunctions(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n') }))
}

const ownVersion = () =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

/** Compares versions such as 1.2.3; anything after a hyphen is ignored. */
function isOlder(one, other) {
  const [a, b] = [one, other].map((version) => version.split(/[.-]/).map(Number))
  const at = [0, 1, 2].find((index) => a[index] !== b[index])
  return at !== undefined && a[at] < b[at]
}

/**
 * Applies all changed functions in one transaction, so that no request sees a mix. An older version leaves a newer one's functions
 * as they are.
 */
async function applyFunctions(client, functions, version) {
  await client.query(createFunctionsTable)
  const { rows } = await client.query('SELECT name, checksum, version FROM "_portico_functions"')
  if (rows.some((row) => isOlder(version, row.version))) return []
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const changed = functions.filter(({ name, sql }) => known.get(name) !== checksumOf(sql))
  let current
  await client.query('BEGIN')
  try {
    for (const { name, sql } of changed) {
      current = name
      await client.query(sql)
      await client.query(
        `INSERT INTO "_portico_functions" (name, checksum, version) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, version = excluded.version, applied_at = now()`,
        [name, checksumOf(sql), version],
      )
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Failure(`The functions in ${current} could not be applied: ${error.message}`)
  }
  return changed.map(({ name }) => name)
}

/** `folder` has `migrations`, `sql` and `citus` of `version`. Returns the names of applied migrations and function files. */
export async function migrate({ databaseUrl, folder, version = ownVersion(), isCitusOn = false }) {
  const migrations = readMigrations(join(folder, 'migrations'))
  const functions = readFunctions(join(folder, 'sql'))
  if (isCitusOn) functions.push(...readFunctions(join(folder, 'citus')))
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'portico-migrate' })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [prismaLockKey])
    await client.query("SET client_min_messages = 'warning'")
    await checkCitus(client, isCitusOn)
    const applied = await applyMigrations(client, migrations)
    applied.push(...(await applyFunctions(client, functions, version)))
    if (isCitusOn) await distribute(client, version)
    return applied
  } finally {
    // Explicitly, because a pooler keeps the session.
    await client.query('SELECT pg_advisory_unlock($1)', [prismaLockKey]).catch(() => undefined)
    await client.end()
  }
}
