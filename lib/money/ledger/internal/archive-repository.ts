import { setTimeout as pause } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { inPoolTransaction, pool } from '@/lib/platform/db'
import {
  allShards,
  askShards,
  changeInTurn,
  isSharded,
  listParts,
  lockParts,
  type ShardStatement,
} from '@/lib/platform/shards'
import { sumsOf } from './sums-repository'

/** Partitions of `ledger_entries` by the month of the request, such as `2026-11`, and what is recorded of archived ones. */

/** What an operator has to know or do. */
export class ArchiveRefused extends Error {}

export async function ensurePartitions(from: Date): Promise<void> {
  await pool.query('SELECT ledger_ensure_partitions($1, 2)', [from])
}

/** Only for months in this form: it becomes a part of statements. */
function partitionOf(month: string): string {
  if (!/^\d{4}-\d\d$/.test(month)) throw new RangeError(`${month} is not a month`)
  return `ledger_entries_${month.replace('-', '_')}`
}

/** The months that have a partition, oldest first. */
export async function listPartitions(): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT replace(right(c.relname, 7), '_', '-') AS month FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'ledger_entries'::regclass AND c.relname ~ '^ledger_entries_\\d{4}_\\d\\d$' ORDER BY 1`,
  )
  return z
    .array(z.object({ month: z.string() }))
    .parse(rows)
    .map(({ month }) => month)
}

type Db = Pick<PoolClient, 'query'>

const askPart = (shard: string, statement: ShardStatement, db: Db) =>
  askShards(
    [shard],
    (one) => one,
    () => statement,
    db,
  )

/** What entries add to an account in a calendar month; `entries` counts debits (as `ledger_months`). */
export const AccountSum = z.object({
  /** Its first day. */
  month: z.string(),
  account: z.string(),
  amount_nanos: z.bigint(),
  entries: z.bigint(),
})
export type AccountSum = z.infer<typeof AccountSum>

const sumColumns = 'month text, account text, amount_nanos bigint, entries bigint'

export type PartSums = { shard: string; sums: AccountSum[] }

/** Sums of a partition in each shard, by calendar month and account. */
export async function sumPartition(month: string, db: Db = pool): Promise<PartSums[]> {
  const found = []
  for (const { shard, table } of await listParts(partitionOf(month), db)) {
    const text = `SELECT month::text, account, amount_nanos, entries FROM (${sumsOf(table)}) AS sums`
    const rows = await askPart(shard, { text, values: [], columns: sumColumns }, db)
    found.push({ shard, sums: z.array(AccountSum).parse(rows) })
  }
  return found
}

/** Holds of requests of that month that are still open: their charges are to come. */
export async function countOpenHolds(month: string, db: Db = pool): Promise<number> {
  const { rows } = await db.query(
    `SELECT count(*)::int AS count FROM holds
      WHERE 'settle:' || id >= ledger_request_key($1) AND 'settle:' || id < ledger_request_key($2)`,
    boundsOf(month),
  )
  return z.object({ count: z.number() }).parse(rows[0]).count
}

const startOf = (month: string) => `${month}-01T00:00:00Z`

function boundsOf(month: string): [string, string] {
  const start = new Date(startOf(month))
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1))
  return [start.toISOString(), end.toISOString()]
}

export async function listColumns(): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'ledger_entries'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
  )
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name)
}

const Chunk = z.object({ text: z.string(), last: z.string(), rows: z.number() })

/**
 * The next entries after this key, one a line: a row as PostgreSQL writes it, without its parentheses, which is a line of CSV.
 * Undefined after the last.
 */
export function readChunk(month: string, afterKey: string, limit: number) {
  return inPoolTransaction(async (db) => {
    await db.query(`SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'`)
    const { rows } = await db.query(
      `SELECT string_agg(substr(line, 2, length(line) - 2) || E'\\n', '' ORDER BY key) AS text, max(key) AS last, count(*)::int AS rows
         FROM (SELECT key, e::text AS line
                 FROM (SELECT * FROM ${partitionOf(month)} WHERE key > $1 ORDER BY key LIMIT $2) AS e) AS next`,
      [afterKey, limit],
    )
    return rows[0]?.rows === 0 ? undefined : Chunk.parse(rows[0])
  })
}

/** Half a second each, and a second between them: the hourly check of a large ledger takes minutes. */
const LOCK_TRIES = 400

async function lockEntries(db: PoolClient): Promise<void> {
  for (let tries = 0; tries < LOCK_TRIES; tries++) {
    await db.query('SAVEPOINT unlocked')
    if (await tryLockEntries(db)) return
    await db.query('ROLLBACK TO SAVEPOINT unlocked')
    await pause(1000)
  }
  throw new ArchiveRefused('ledger_entries was in use all the time: run the command again')
}

const lock = { text: 'SELECT ledger_lock_entries(1) AS locked', values: [], columns: 'locked boolean' }
const isLocked = (rows: unknown[]) => z.tuple([z.object({ locked: z.boolean() })]).parse(rows)[0].locked

/** On Citus first on the coordinator, from where some statements read a shard, and then in each shard. */
async function tryLockEntries(db: PoolClient): Promise<boolean> {
  if (!isLocked((await db.query(lock.text)).rows)) return false
  if (isSharded()) {
    for (const shard of await allShards()) if (!isLocked(await askPart(shard, lock, db))) return false
  }
  return true
}

const Moved = z.tuple([z.object({ moved: z.int() })])

/** Adds sums to what is archived of closed months; false where a month is not closed. */
async function moveSums(parts: readonly PartSums[], sign: 1 | -1, db: PoolClient): Promise<boolean> {
  const text = `WITH moved AS (
      UPDATE ledger_months m SET archived_nanos = m.archived_nanos + $2::int * s.nanos, archived_entries = m.archived_entries + $2::int * s.entries
        FROM json_to_recordset($1::json) AS s (month date, account text, nanos bigint, entries bigint)
       WHERE m.month = s.month AND m.account = s.account RETURNING 1)
    SELECT count(*)::int AS moved FROM moved`
  for (const { shard, sums } of parts) {
    const listed = sums.map(({ month, account, amount_nanos, entries }) => ({
      month,
      account,
      nanos: String(amount_nanos),
      entries: String(entries),
    }))
    const statement = { text, values: [JSON.stringify(listed), sign], columns: 'moved integer' }
    const [{ moved }] = Moved.parse(await askPart(shard, statement, db))
    if (moved !== sums.length) return false
  }
  return true
}

function inTransaction(work: (db: PoolClient) => Promise<void>): Promise<void> {
  return inPoolTransaction(async (db) => {
    await changeInTurn(db)
    await work(db)
  })
}

export type ArchiveRow = { month: string; entries: bigint; manifest_sha256: string }

/**
 * Replaces a partition by the record of its archive, all or nothing. `isSame` compares its sums with the archive's while nothing can
 * be written to it.
 */
export async function replacePartition(
  { month, entries, manifest_sha256 }: ArchiveRow,
  isSame: (parts: readonly PartSums[]) => boolean,
): Promise<void> {
  const partition = partitionOf(month)
  await inTransaction(async (db) => {
    await lockParts(partition, db)
    const sums = await sumPartition(month, db)
    if (!isSame(sums))
      throw new ArchiveRefused(`entries of ${month} were added meanwhile: run the command again`)
    if ((await countOpenHolds(month, db)) > 0) throw new ArchiveRefused(`requests of ${month} are still open`)
    if (!(await moveSums(sums, 1, db)))
      throw new ArchiveRefused(`a month of the entries of ${month} is not closed`)
    await db.query('INSERT INTO ledger_archives (month, entries, manifest_sha256) VALUES ($1, $2, $3)', [
      startOf(month),
      entries,
      manifest_sha256,
    ])
    await lockEntries(db)
    await db.query(`ALTER TABLE ledger_entries DETACH PARTITION ${partition}`)
    await db.query(`DROP TABLE ${partition}`)
  })
}

/**
 * The way back, all or nothing. `chunks`: lines as `readChunk` gave them. Columns that were added since the archive was written are
 * null.
 */
export async function insertPartition(
  { month, columns }: { month: string; columns: readonly string[] },
  chunks: AsyncIterable<string[]>,
  isSame: (parts: readonly PartSums[]) => boolean,
): Promise<void> {
  const partition = partitionOf(month)
  const missing = ','.repeat((await listColumns()).length - columns.length)
  await inTransaction(async (db) => {
    await db.query(`CREATE TABLE ${partition} (LIKE ledger_entries INCLUDING ALL)`)
    if (isSharded())
      await db.query(
        `SELECT create_distributed_table($1, 'customer_id', colocate_with := 'ledger_entries')`,
        [partition],
      )
    for await (const lines of chunks)
      await db.query(
        `INSERT INTO ${partition} SELECT (entry).* FROM (
           SELECT ('(' || line || $2 || ')')::ledger_entries AS entry FROM unnest($1::text[]) AS line OFFSET 0) AS read`,
        [lines, missing],
      )
    const sums = await sumPartition(month, db)
    if (!isSame(sums)) throw new ArchiveRefused(`the entries read of ${month} differ`)
    if (!(await moveSums(sums, -1, db))) throw new ArchiveRefused(`ledger_months lacks ${month}`)
    await db.query('DELETE FROM ledger_archives WHERE month = $1', [startOf(month)])
    const bounds = await db.query(
      `SELECT quote_literal(ledger_request_key($1)) AS start, quote_literal(ledger_request_key($2)) AS end`,
      boundsOf(month),
    )
    const { start, end } = z.object({ start: z.string(), end: z.string() }).parse(bounds.rows[0])
    // With the constraint, nothing is read while the lock is held.
    await db.query(`ALTER TABLE ${partition} ADD CONSTRAINT range CHECK (key >= ${start} AND key < ${end})`)
    await lockEntries(db)
    await db.query(
      `ALTER TABLE ledger_entries ATTACH PARTITION ${partition} FOR VALUES FROM (${start}) TO (${end})`,
    )
    await db.query(`ALTER TABLE ${partition} DROP CONSTRAINT range`)
  })
}

/** Archived months, oldest first. */
export async function listArchives(): Promise<ArchiveRow[]> {
  const { rows } = await pool.query(
    `SELECT to_char(month, 'YYYY-MM') AS month, entries, manifest_sha256 FROM ledger_archives ORDER BY 1`,
  )
  return z
    .array(z.object({ month: z.string(), entries: z.bigint(), manifest_sha256: z.string() }))
    .parse(rows)
}
