import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import { send } from '@/lib/platform/notify'
import { currentSealMark, type SealedColumn } from '@/lib/platform/secrets'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'

/** Sealed provider keys, oldest first. */
export function listKeyRows(transaction: Transaction | typeof prisma = prisma) {
  return transaction.providerKey.findMany({ orderBy: { id: 'asc' } })
}

export type KeyRow = Awaited<ReturnType<typeof listKeyRows>>[number]

/** Locks and returns a provider's keys. */
export async function lockKeyRows(providerId: string, transaction: Transaction): Promise<KeyRow[]> {
  await transaction.$queryRaw`SELECT 1 FROM providers WHERE id = ${providerId} FOR UPDATE`
  return transaction.providerKey.findMany({ where: { providerId }, orderBy: { id: 'asc' } })
}

type NewKey = Pick<KeyRow, 'id' | 'providerId' | 'sealed' | 'lastFour' | 'createdAt'>

export async function insertKey(key: NewKey, transaction: Transaction): Promise<void> {
  await transaction.providerKey.create({ data: key })
  await announce(transaction)
}

export async function deleteKeys(ids: readonly string[], transaction: Transaction): Promise<void> {
  await transaction.providerKey.deleteMany({ where: { id: { in: [...ids] } } })
  await announce(transaction)
}

/** Saves whether a call or test accepted the key. Every process is notified of a change. */
export async function saveAcceptance(id: string, isAccepted: boolean, now: Date): Promise<void> {
  const { count } = isAccepted
    ? await prisma.providerKey.updateMany({ where: { id }, data: { refusedAt: null, acceptedAt: now } })
    : await prisma.providerKey.updateMany({ where: { id, refusedAt: null }, data: { refusedAt: now } })
  if (count > 0) await announce(prisma)
}

/** Keys of one customer or of all, oldest first. */
export function listOwnRows(customerId?: string, transaction: Transaction | typeof prisma = prisma) {
  const where = customerId === undefined ? {} : { customerId }
  return transaction.customerProviderKey.findMany({ where, orderBy: { id: 'asc' } })
}

export type OwnKeyRow = Awaited<ReturnType<typeof listOwnRows>>[number]

/** Locks and returns a customer's keys. */
export async function lockOwnRows(customerId: string, transaction: Transaction): Promise<OwnKeyRow[]> {
  await transaction.$queryRaw`SELECT 1 FROM customers WHERE id = ${customerId} FOR NO KEY UPDATE`
  return listOwnRows(customerId, transaction)
}

export async function insertOwnKey(key: OwnKeyRow, transaction: Transaction): Promise<void> {
  await transaction.customerProviderKey.create({ data: key })
  await announce(transaction)
}

/** False: the customer has no such key. */
export function updateOwnKey(customerId: string, id: string, allowFallback: boolean): Promise<boolean> {
  return announcing((transaction) =>
    transaction.customerProviderKey.updateMany({ where: { id, customerId }, data: { allowFallback } }),
  )
}

/** One of the customer's keys, or all. False: there was none. */
export function deleteOwnKeys(customerId: string, id?: string): Promise<boolean> {
  const where = { customerId, ...(id !== undefined && { id }) }
  return announcing((transaction) => transaction.customerProviderKey.deleteMany({ where }))
}

/** Not announced, since a refused key of a customer stays in use: there may be no other. */
export async function saveOwnRefusal(id: string, refusedAt: Date | null): Promise<void> {
  const where = refusedAt === null ? { id } : { id, refusedAt: null }
  await prisma.customerProviderKey.updateMany({ where, data: { refusedAt } })
}

function announcing(change: (transaction: Transaction) => Promise<{ count: number }>): Promise<boolean> {
  return inTransaction(async (transaction) => {
    const { count } = await change(transaction)
    if (count > 0) await announce(transaction)
    return count > 0
  })
}

export function listHeaderRows() {
  return prisma.providerHeaders.findMany()
}

export async function findHeaderNames(providerId: string, transaction: Transaction): Promise<string[]> {
  return (await transaction.providerHeaders.findUnique({ where: { providerId } }))?.names ?? []
}

type NewHeaders = { providerId: string; names: string[]; sealed: Uint8Array<ArrayBuffer> }

/** Deletes the row where there are no names. */
export async function saveHeaders(
  { providerId, ...data }: NewHeaders,
  transaction: Transaction,
): Promise<void> {
  const where = { providerId }
  if (data.names.length === 0) await transaction.providerHeaders.deleteMany({ where })
  else await transaction.providerHeaders.upsert({ where, create: { providerId, ...data }, update: data })
  await announce(transaction)
}

/** Processes reload keys together with the catalog. */
async function announce(transaction: Transaction | typeof prisma): Promise<void> {
  await send(transaction, 'catalog', '')
}

/** A sealed value: its row's `ctid`, and the columns that its purpose names. */
const SealedRow = z.object({
  tuple: z.string(),
  sealed: z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes)),
  owner: z.record(z.string(), z.string()),
})
export type SealedRow = z.infer<typeof SealedRow>

const TUPLES_AT_ONCE = 10_000

/** The `ctid`s of the next rows that are not sealed with the current key, in order. */
export async function listSealedTuples({ table, column }: SealedColumn, after: string): Promise<string[]> {
  const rows = await prisma.$queryRawUnsafe(
    `SELECT ctid::text AS tuple FROM ${table}
      WHERE ctid > $1::tid AND ${column} IS NOT NULL AND ($2::bytea IS NULL OR substring(${column} FROM 1 FOR 9) <> $2)
      ORDER BY ctid LIMIT ${TUPLES_AT_ONCE}`,
    after,
    currentSealMark(),
  )
  return z
    .array(SealedRow.pick({ tuple: true }))
    .parse(rows)
    .map(({ tuple }) => tuple)
}

/** Table and column names are constants, so they are safe in SQL. */
export async function readSealed(
  { table, column, owner }: SealedColumn,
  tuples: readonly string[],
): Promise<SealedRow[]> {
  const fields = owner.map((name) => `'${name}', ${name}`).join(', ')
  const rows = await prisma.$queryRawUnsafe(
    `SELECT ctid::text AS tuple, ${column} AS sealed, jsonb_build_object(${fields}) AS owner FROM ${table}
      WHERE ctid = ANY ($1::text[]::tid[]) AND ${column} IS NOT NULL`,
    tuples,
  )
  return z.array(SealedRow).parse(rows)
}

/** False where the row has changed since. */
export async function replaceSealed(
  { table, column }: SealedColumn,
  { tuple, sealed }: SealedRow,
  resealed: Buffer,
): Promise<boolean> {
  const changed = await prisma.$executeRawUnsafe(
    `UPDATE ${table} SET ${column} = $3 WHERE ctid = $1::tid AND ${column} = $2`,
    tuple,
    sealed,
    resealed,
  )
  return changed === 1
}
