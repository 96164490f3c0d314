import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { pool, prisma } from './db'
import { env } from './env'
import type { Transaction } from './transaction'

/**
 * On Citus, rows of money and usage are distributed by customer. A customer's rows are in one shard, and a shard works as a small
 * database of its own: `portico_on_shards` (prisma/citus) runs a statement there, as it runs on plain PostgreSQL, which has one shard.
 * Statements for several shards of a node are one call and one commit.
 */
export type ShardStatement = {
  text: string
  /** On plain PostgreSQL, the statement is prepared under it. */
  name?: string
  values: readonly (string | number | Date | null)[]
  /** The columns of its rows with their types. */
  columns: string
}

type Db = Pick<pg.PoolClient, 'query'>

/** `first`: the lowest hash in it. `name`: a text that is in the shard and stands for it. */
type Shard = { first: number; node: number; name: string }

export const isSharded = () => env().CITUS === 'on'

/** In the order of their hashes: as read last, and as being read. */
let shards: Shard[] = []
let reading: Promise<Shard[]> | undefined

/** Not on a connection of the hot path: transactions that wait for it may have all of them. */
async function readShards(): Promise<Shard[]> {
  const rows = await prisma.$queryRaw`
    SELECT shardminvalue::int AS first, groupid AS node FROM pg_dist_shard JOIN pg_dist_placement USING (shardid)
     WHERE logicalrelid = 'balances'::regclass ORDER BY 1`
  const found = z.array(z.object({ first: z.number(), node: z.number() })).parse(rows)
  const names: string[] = []
  for (let number = 0; Object.keys(names).length < found.length; number++)
    names[placeOf(`shard-${number}`, found)] ??= `shard-${number}`
  shards = found.map((shard, place) => ({ ...shard, name: names[place] ?? '' }))
  return shards
}

function knownShards(): Promise<Shard[]> {
  reading ??= readShards().catch((error: unknown) => {
    reading = undefined
    throw error
  })
  return reading
}

function placeOf(text: string, all: readonly { first: number }[]): number {
  const hash = hashText(text)
  return all.findLastIndex(({ first }) => first <= hash)
}

/** Group commit gathers by node, so one that is away stops only its own customers' statements. Until nodes are known, all are one. */
export function laneOf(customerId: string): number {
  return shards[placeOf(customerId, shards)]?.node ?? 0
}

/** The shard is being moved to another node. */
const MOVED = '40001'
const TRIES = 5
const RETRY_MILLIS = 100

/** Runs a statement about some customers' items, on each node once; its rows come in any order. */
export async function askShards<Item>(
  items: readonly Item[],
  customerOf: (item: Item) => string,
  toStatement: (items: readonly Item[]) => ShardStatement,
  db: Db = pool,
  tries = TRIES,
): Promise<unknown[]> {
  if (!isSharded()) return askPlain(toStatement(items), db)
  const all = await knownShards()
  const parts = Map.groupBy(items, (item) => placeOf(customerOf(item), all))
  const places = [...parts.keys()].sort((one, other) => one - other)
  const nodes = Map.groupBy(places, (place) => all[place]?.node)
  const answers = [...nodes.values()].map(async (onNode) => {
    const some = onNode.flatMap((place) => parts.get(place) ?? [])
    const statements = onNode.map((place) => toStatement(parts.get(place) ?? []))
    try {
      const names = onNode.map((place) => all[place]?.name ?? '')
      return await askNode(names, statements, [...new Set(some.map(customerOf))], db)
    } catch (error) {
      if (!isMoved(error) || tries === 1 || db !== pool) throw error
      await lookAgain()
      return askShards(some, customerOf, toStatement, db, tries - 1)
    }
  })
  return (await Promise.all(answers)).flat()
}

/** `names`: in the order of shards, in which all processes lock them. */
async function askNode(
  names: readonly string[],
  statements: readonly ShardStatement[],
  customers: readonly string[],
  db: Db,
): Promise<unknown[]> {
  const [first] = statements
  if (first === undefined) return []
  const values = statements.flatMap((one) => one.values.map(toText))
  const { rows } = await db.query(
    `SELECT * FROM portico_on_shards($1, $2, $3, $4, $5) AS rows (${first.columns})`,
    [names[0], names, customers, first.text, values],
  )
  return rows
}

async function askPlain({ text, name, values }: ShardStatement, db: Db): Promise<unknown[]> {
  return (await db.query({ ...(name && { name }), text, values: [...values] })).rows
}

const isMoved = (error: unknown) => error instanceof Error && 'code' in error && error.code === MOVED

async function lookAgain(): Promise<void> {
  reading = undefined
  await pause(RETRY_MILLIS)
}

/** Stand for each shard; the only one of plain PostgreSQL is ''. */
export async function allShards(): Promise<string[]> {
  return isSharded() ? (await knownShards()).map(({ name }) => name) : ['']
}

/** Runs a statement about one shard. */
export function askShard(name: string, statement: ShardStatement): Promise<unknown[]> {
  return askShards(
    [name],
    (one) => one,
    () => statement,
  )
}

/** Runs a statement in each shard, one after another, and returns all rows; or those of the first that has `any`. */
export async function askEachShard(statement: ShardStatement, any = false): Promise<unknown[]> {
  const rows: unknown[] = []
  for (const name of await allShards()) {
    rows.push(...(await askShard(name, statement)))
    if (any && rows.length > 0) break
  }
  return rows
}

/** A table's part in a shard, by a name that is known there. */
type Part = { shard: string; table: string }

export async function listParts(table: string, db: Db): Promise<Part[]> {
  if (!isSharded()) return [{ shard: '', table }]
  const { rows } = await db.query(
    `SELECT shard, 'public.' || $1 || '_' || get_shard_id_for_distribution_column($1::regclass, shard) AS table FROM unnest($2::text[]) AS shard`,
    [table, await allShards()],
  )
  return z.array(z.object({ shard: z.string(), table: z.string() })).parse(rows)
}

/** Nothing is written to the parts of this partition until the transaction ends. */
export async function lockParts(partition: string, db: Db): Promise<void> {
  for (const { shard, table } of await listParts(partition, db)) {
    const text = 'SELECT portico_lock_partition($1::text) AS locked'
    const statement = { text, values: [table], columns: 'locked boolean' }
    await askShards(
      [shard],
      (one) => one,
      () => statement,
      db,
    )
  }
}

/** For a transaction that changes a table after it locked its parts: on one connection to each node, which is the one that has the locks. */
export async function changeInTurn(db: Db): Promise<void> {
  if (isSharded()) await db.query("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")
}

/**
 * For a transaction that writes both on the coordinator and in a shard. Citus commits it in two phases only where it knows of both writes,
 * and it does not know the coordinator's own tables, except this empty one.
 */
export async function commitInTwoPhases(transaction: Pick<Transaction, '$executeRaw'>): Promise<void> {
  if (isSharded()) await transaction.$executeRaw`DELETE FROM portico_two_phases`
}

/** One of something for each lane, made when it is first needed. */
export class PerLane<Value> {
  private readonly made = new Map<number, Value>()

  constructor(private readonly make: () => Value) {}

  of(customerId: string): Value {
    const lane = laneOf(customerId)
    const known = this.made.get(lane)
    if (known) return known
    const value = this.make()
    this.made.set(lane, value)
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
