import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { pool } from './db'
import { env } from './env'

/**
 * On Citus, rows of money and usage are distributed by customer. A customer's rows are in one shard, and a shard works as a small
 * database of its own: `portico_on_shard` (prisma/citus) runs a statement there, as it runs on plain PostgreSQL, which has one shard.
 */
export type ShardStatement = {
  text: string
  /** On plain PostgreSQL, the statement is prepared under it. */
  name?: string
  values: readonly (string | number | Date | null)[]
  /** The columns of its rows with their types. */
  columns: string
}

/** The number of shards is 2 to this power: 32. */
const SHARD_BITS = 5

export const isSharded = () => env().CITUS === 'on'

export const allShards = () => Array.from({ length: isSharded() ? 2 ** SHARD_BITS : 1 }, (_, shard) => shard)

export function shardOf(customerId: string): number {
  return isSharded() ? shardOfText(customerId) : 0
}

/** As Citus does it: the range of the hash, which is signed, in equal parts. */
function shardOfText(text: string): number {
  return (hashText(text) ^ 0x80000000) >>> (32 - SHARD_BITS)
}

const names: string[] = []

/** A text that is in the shard and stands for it. */
function nameOf(shard: number): string {
  for (let number = 0; names[shard] === undefined; number++)
    names[shardOfText(`shard-${number}`)] ??= `shard-${number}`
  return names[shard]
}

const RUN = 'SELECT * FROM portico_on_shard($1, $2, $3, $4)'
/** The shard is being moved to another node. */
const MOVED = '40001'
const TRIES = 5
const RETRY_MILLIS = 100

/** Runs a statement about customers of one shard. */
export async function askShard(
  shard: number,
  { text, name, values, columns }: ShardStatement,
  customers: readonly string[],
  db: Pick<pg.PoolClient, 'query'> = pool,
): Promise<unknown[]> {
  if (!isSharded()) return (await db.query({ ...(name && { name }), text, values: [...values] })).rows
  const asked = [nameOf(shard), [...new Set(customers)], text, values.map(toText)]
  for (let tries = 1; ; tries++) {
    try {
      return (await db.query(`${RUN} AS rows (${columns})`, asked)).rows
    } catch (error) {
      const isMoved = error instanceof Error && 'code' in error && error.code === MOVED
      if (!isMoved || tries === TRIES || db !== pool) throw error
      await pause(RETRY_MILLIS)
    }
  }
}

/** Runs a statement in each shard, one after another, and returns all rows; or those of the first that has `any`. */
export async function askEachShard(statement: ShardStatement, any = false): Promise<unknown[]> {
  const rows: unknown[] = []
  for (const shard of allShards()) {
    rows.push(...(await askShard(shard, statement, [])))
    if (any && rows.length > 0) break
  }
  return rows
}

/** Items by the shard of their customer. */
export function byShard<Item>(
  items: readonly Item[],
  customerOf: (item: Item) => string,
): Map<number, Item[]> {
  return Map.groupBy(items, (item) => shardOf(customerOf(item)))
}

/** One of something for each shard, made when it is first needed. */
export class PerShard<Value> {
  private readonly made = new Map<number, Value>()

  constructor(private readonly make: () => Value) {}

  at(shard: number): Value {
    const known = this.made.get(shard)
    if (known) return known
    const value = this.make()
    this.made.set(shard, value)
    return value
  }

  all(): Value[] {
    return [...this.made.values()]
  }
}

function toText(value: string | number | Date | null): string | null {
  return value === null ? null : value instanceof Date ? value.toISOString() : String(value)
}

/** PostgreSQL's `hashtext`: lookup3 by Bob Jenkins (public domain), as of `hash_bytes` in src/common/hashfn.c. */
export function hashText(text: string): number {
  const bytes = Buffer.from(text)
  let a = (0x9e3779b9 + bytes.length + 3923095) | 0
  let [b, c] = [a, a]
  const word = (at: number) => (at + 4 <= bytes.length ? bytes.readInt32LE(at) : tailWord(bytes, at))
  let at = 0
  for (; bytes.length - at >= 12; at += 12) {
    a = (a + word(at)) | 0
    b = (b + word(at + 4)) | 0
    c = (c + word(at + 8)) | 0
    a = (a - c) ^ turn(c, 4)
    c = (c + b) | 0
    b = (b - a) ^ turn(a, 6)
    a = (a + c) | 0
    c = (c - b) ^ turn(b, 8)
    b = (b + a) | 0
    a = (a - c) ^ turn(c, 16)
    c = (c + b) | 0
    b = (b - a) ^ turn(a, 19)
    a = (a + c) | 0
    c = (c - b) ^ turn(b, 4)
    b = (b + a) | 0
  }
  // The last word's lowest byte is kept for the length.
  a = (a + word(at)) | 0
  b = (b + word(at + 4)) | 0
  c = (c + (word(at + 8) << 8)) | 0
  c = (c ^ b) - turn(b, 14)
  a = (a ^ c) - turn(c, 11)
  b = (b ^ a) - turn(a, 25)
  c = (c ^ b) - turn(b, 16)
  a = (a ^ c) - turn(c, 4)
  b = (b ^ a) - turn(a, 14)
  c = (c ^ b) - turn(b, 24)
  return c | 0
}

const turn = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits))

function tailWord(bytes: Buffer, at: number): number {
  let word = 0
  for (let index = at; index < bytes.length; index++) word |= (bytes[index] ?? 0) << (8 * (index - at))
  return word
}
