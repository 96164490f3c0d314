// Brings a database up to date: applies what is new under prisma/migrations, oldest first, each in a transaction.
// It keeps the table that Prisma's own `prisma migrate deploy` keeps, so either may be used at any time.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { Failure } from '../steps/failure.mjs'

const prismaLockKey = 72707369 // the key that Prisma's engine takes as well: never two of us at once

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

export const checksumOf = (sql) => createHash('sha256').update(sql).digest('hex')

/** The migrations in `folder`, oldest first. */
function readMigrations(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'migration.sql')))
    .map((entry) => entry.name)
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name, 'migration.sql'), 'utf8') }))
}

/** Those of `migrations` that still have to run, given the rows of `_prisma_migrations`. */
function pendingMigrations(migrations, rows) {
  const applied = new Map()
  for (const row of rows) {
    if (row.rolled_back_at) continue
    if (!row.finished_at) {
      throw new Failure(
        `The migration ${row.migration_name} once failed half-way in this database: resolve it by hand.`,
      )
    }
    applied.set(row.migration_name, row.checksum)
  }
  return migrations.filter(({ name, sql }) => {
    const checksum = applied.get(name)
    if (checksum === undefined) return true
    // A checkout with Windows line ends is the same migration.
    if (checksum === checksumOf(sql) || checksum === checksumOf(sql.replaceAll('\r\n', '\n'))) return false
    throw new Failure(
      `The migration ${name} was changed after it had been applied: add a new migration instead.`,
    )
  })
}

async function apply(client, { name, sql }) {
  const startedAt = new Date()
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, now(), 1)`,
      [randomUUID(), checksumOf(sql), name, startedAt],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Failure(`The migration ${name} failed and was undone: ${error.message}`)
  }
}

/** Returns the names of the migrations that were applied. */
export async function migrate({ databaseUrl, folder }) {
  const migrations = readMigrations(folder)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'portico-migrate' })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [prismaLockKey])
    await client.query("SET client_min_messages = 'warning'")
    await client.query(createTable)
    const { rows } = await client.query('SELECT * FROM "_prisma_migrations" ORDER BY started_at')
    const pending = pendingMigrations(migrations, rows)
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    await client.end() // gives the lock back too
  }
}
