import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '@/prisma/generated/client'
import { databaseConnection } from './database-connection'
import { env } from './env'
import { logger } from './logger'
import { gauge } from './metrics'

// int8 as bigint, because money must never become a float. Set on our own pool, not on the library: the job queue uses the
// library too and expects its defaults.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? BigInt : pg.types.getTypeParser(oid, format),
}

/** Behind a pooler, the next transaction may use another connection, which lacks the named statement. */
function withoutNames(client: pg.PoolClient): void {
  const { query } = client
  const ask = (first: unknown, ...rest: unknown[]) => {
    const unnamed = typeof first === 'object' && first !== null ? { ...first, name: undefined } : first
    return Reflect.apply(query, client, [unnamed, ...rest])
  }
  Object.assign(client, { query: ask })
}

/** A new connection costs both sides some ten milliseconds, so a few stay open for the work of a process at rest. */
const kept = { min: 2, idleTimeoutMillis: 30_000 }

/** Only for the hot path and reports: prepared statements, no ORM. biome.json lists the files that may use it. */
export const pool = new pg.Pool({
  ...databaseConnection(),
  max: env().DATABASE_POOL,
  ...kept,
  types,
  application_name: 'portico',
})
if (env().DATABASE_DIRECT_URL) pool.on('connect', withoutNames)
pool.on('error', (error) => logger.warn({ err: error.message }, 'an idle database connection was lost'))

/** A transaction on one connection of the pool. */
export async function inPoolTransaction<Value>(work: (db: pg.PoolClient) => Promise<Value>): Promise<Value> {
  const db = await pool.connect()
  try {
    await db.query('BEGIN')
    const value = await work(db)
    await db.query('COMMIT')
    return value
  } catch (error) {
    await db.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    db.release()
  }
}

gauge('db_pool', 'Connections of the pool for the hot path, and requests waiting for one.', ['state'], () => [
  { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
  { labels: { state: 'idle' }, value: pool.idleCount },
  { labels: { state: 'waiting' }, value: pool.waitingCount },
])

/** For everything else. */
export const prisma = new PrismaClient({
  // Prisma's default of two seconds is too short for a busy machine.
  transactionOptions: { maxWait: 10_000, timeout: 10_000 },
  errorFormat: 'minimal', // keeps queries, and so customers' data, out of the log
  adapter: new PrismaPg({ ...databaseConnection(), max: env().DATABASE_POOL, ...kept }),
})
