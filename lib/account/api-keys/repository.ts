import { z } from 'zod'
import { LimitReset } from '@/lib/money/ledger/schema'
import { prisma } from '@/lib/platform/db'
import { send } from '@/lib/platform/notify'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { ApiKey, ApiKeyFormerSecret, Prisma, RequestContents } from '@/prisma/generated/client'

/** API keys and kept contents. A revoked key stays for names in past usage; only the list of revoked keys returns it. */
export type KeyRow = ApiKey
/** With the secrets that rotations have replaced. */
export type KeyRowWithFormer = KeyRow & { formerSecrets: ApiKeyFormerSecret[] }

export const KEY_CHANNEL = 'api_keys'

const alive = { revokedAt: null }
const DIGESTS_IN_A_MESSAGE = 100

const withFormer = { formerSecrets: true } as const

export function insertKey(data: Prisma.ApiKeyUncheckedCreateInput): Promise<KeyRowWithFormer> {
  return prisma.apiKey.create({ data, include: withFormer })
}

/** The keys of a customer; with `ownerId`, only those of this member. */
export type KeyOwner = { customerId: string; ownerId?: string | undefined }

const ofOwner = (ownerId: string | undefined) => (ownerId === undefined ? {} : { ownerId })

export type KeyPlaceFilter = { projectId?: string | null; ownerId?: string | null }

export function listKeyRows(
  { customerId, ownerId }: KeyOwner,
  areRevoked: boolean,
  place: KeyPlaceFilter = {},
): Promise<KeyRowWithFormer[]> {
  return prisma.apiKey.findMany({
    where: {
      customerId,
      ...ofOwner(ownerId),
      revokedAt: areRevoked ? { not: null } : null,
      AND: [place],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    include: withFormer,
  })
}

/** Revoked ones too. */
export function listKeyNames(customerId: string, ids: string[]) {
  return prisma.apiKey.findMany({
    where: { customerId, id: { in: ids } },
    select: { id: true, name: true, last4: true },
  })
}

/** Keys that belong to a member or are in a project, revoked ones too: all, or those of one. */
export function listOwnedKeys(customerId: string, of?: { ownerId: string } | { projectId: string }) {
  return prisma.apiKey.findMany({
    where: { customerId, ...(of ?? { OR: [{ ownerId: { not: null } }, { projectId: { not: null } }] }) },
    select: { id: true, ownerId: true, projectId: true },
  })
}

export function findKeyRow({ customerId, ownerId }: KeyOwner, id: string) {
  return prisma.apiKey.findFirst({
    where: { id, customerId, ...ofOwner(ownerId), ...alive },
    include: { ...withFormer, ...withCustomer },
  })
}

const withCustomer = {
  owner: true,
  project: true,
  customer: {
    select: {
      id: true,
      limitNanos: true,
      limitReset: true,
      isOperator: true,
      isDemo: true,
      suspendedAt: true,
      deletedAt: true,
      rateLimitTpm: true,
      maxConcurrency: true,
    },
  },
}

/**
 * The key of a secret, with fields of its customer. `formerUntil`: end of a replaced secret; null for the current one. A deleted
 * customer has no valid key, not even one created concurrently.
 */
export async function findHolderByDigest(digest: string) {
  const secretHash = digestToBytes(digest)
  const current = await prisma.apiKey.findFirst({ where: { secretHash, ...alive }, include: withCustomer })
  if (current !== null) return current.customer.deletedAt === null ? { ...current, formerUntil: null } : null
  const former = await prisma.apiKeyFormerSecret.findFirst({
    where: { secretHash, apiKey: alive },
    include: { apiKey: { include: withCustomer } },
  })
  return former === null ? null : { ...former.apiKey, formerUntil: former.expiresAt }
}

export type HolderRow = NonNullable<Awaited<ReturnType<typeof findHolderByDigest>>>

/**
 * Changes one key under a lock. `change` gets the current row and returns the update. The same transaction runs `together` and
 * notifies every node which hashes to drop.
 */
export function changeKeyRow(
  { customerId, ownerId }: KeyOwner,
  id: string,
  change: (
    row: KeyRowWithFormer,
  ) => Prisma.ApiKeyUncheckedUpdateInput | Promise<Prisma.ApiKeyUncheckedUpdateInput>,
  together?: (id: string, transaction: Transaction) => Promise<void>,
): Promise<{ row: KeyRowWithFormer; digests: string[] } | null> {
  return inTransaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM api_keys WHERE id = ${id} AND customer_id = ${customerId} FOR UPDATE`
    const include = withFormer
    const before = await tx.apiKey.findFirst({ where: { id, customerId, ...alive }, include })
    if (before === null || (ownerId !== undefined && before.ownerId !== ownerId)) return null
    const row = await tx.apiKey.update({ where: { id }, data: await change(before), include })
    await together?.(id, tx)
    const digests = [...new Set([...digestsOf(before), ...digestsOf(row)])]
    await send(tx, KEY_CHANNEL, digests.join(','))
    return { row, digests }
  })
}

/** Never moves a time back. */
export async function updateLastUsed(uses: ReadonlyMap<string, Date>): Promise<void> {
  const ids = [...uses.keys()]
  const times = [...uses.values()]
  await prisma.$executeRaw`
    UPDATE api_keys k SET last_used_at = u.used_at
      FROM unnest(${ids}::text[], ${times}::timestamptz[]) AS u(id, used_at)
     WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < u.used_at)`
}

function digestsOf(row: KeyRowWithFormer): string[] {
  return [row, ...row.formerSecrets].map(({ secretHash }) => bytesToDigest(secretHash))
}

/**
 * Every node drops the customer's keys, or a member's, from its cache when `tx` commits. Await `untilHeard` afterwards to wait for
 * that. A message by NOTIFY has room for a hundred.
 */
export async function forgetKeysOf(customerId: string, tx: Transaction, ownerId?: string): Promise<void> {
  const rows = await tx.apiKey.findMany({
    where: { customerId, ...alive, ...(ownerId !== undefined && { ownerId }) },
    include: { formerSecrets: true },
  })
  const digests = rows.flatMap(digestsOf)
  const messages: string[] = []
  for (let start = 0; start < digests.length; start += DIGESTS_IN_A_MESSAGE)
    messages.push(digests.slice(start, start + DIGESTS_IN_A_MESSAGE).join(','))
  await send(tx, KEY_CHANNEL, ...messages)
}

/** Also deletes their former secrets and their names. */
export async function revokeKeyRowsOf(customerId: string, revokedAt: Date, tx: Transaction): Promise<void> {
  await tx.apiKeyFormerSecret.deleteMany({ where: { apiKey: { customerId } } })
  await tx.apiKey.updateMany({ where: { customerId, ...alive }, data: { revokedAt } })
  await tx.apiKey.updateMany({ where: { customerId }, data: { name: 'Deleted key' } })
}

/** A member's keys, with their former secrets and kept contents. */
export async function revokeKeyRowsOfMember(
  ownerId: string,
  revokedAt: Date,
  tx: Transaction,
): Promise<void> {
  await tx.apiKeyFormerSecret.deleteMany({ where: { apiKey: { ownerId } } })
  await tx.requestContents.deleteMany({ where: { apiKey: { ownerId } } })
  await tx.apiKey.updateMany({
    where: { ownerId, ...alive },
    data: { revokedAt, contentsUntil: null, contentsBytes: 0n },
  })
}

export function countKeyRows(customerIds: string[]) {
  return prisma.apiKey.groupBy({
    by: ['customerId'],
    where: { customerId: { in: customerIds }, ...alive },
    _count: true,
  })
}

/** Number of keys by project, without revoked ones. */
export async function countProjectKeys(
  customerId: string,
  db: Transaction | typeof prisma = prisma,
): Promise<Map<string, number>> {
  const where = { customerId, projectId: { not: null }, ...alive }
  const rows = await db.apiKey.groupBy({ by: ['projectId'], where, _count: true })
  return new Map(rows.map(({ projectId, _count }) => [projectId ?? '', _count]))
}

/** Of a customer: those of these projects and members in force that exist. */
export async function findPlaces(customerId: string, projects: string[], members: string[]) {
  const [found, owners] = await Promise.all([
    prisma.project.findMany({ where: { customerId, id: { in: projects } } }),
    prisma.membership.findMany({
      where: { customerId, id: { in: members }, endedAt: null, userId: { not: null } },
    }),
  ])
  return { projects: found, members: owners }
}

const Limited = z.object({
  kind: z.enum(['key', 'project', 'member', 'organization']),
  id: z.string(),
  customerId: z.string(),
  name: z.string(),
  limitNanos: z.bigint(),
  limitReset: LimitReset.nullable(),
  timezone: z.string(),
})
export type Limited = z.infer<typeof Limited>

/** What has a spending limit, of all customers: projects, members, organizations, and keys used since; a page begins after `after`. */
export async function listAllLimited(usedSince: Date, after: string, limit: number): Promise<Limited[]> {
  const rows = await prisma.$queryRaw`
    SELECT kind, id, customer_id AS "customerId", name, limit_nanos AS "limitNanos", limit_reset AS "limitReset", timezone FROM (
      SELECT 'key' AS kind, id, customer_id, name, limit_nanos, limit_reset, 'UTC' AS timezone FROM api_keys
       WHERE last_used_at >= ${usedSince} AND revoked_at IS NULL
      UNION ALL SELECT 'project', id, customer_id, name, limit_nanos, limit_reset, timezone FROM projects
      UNION ALL SELECT 'member', m.id, m.customer_id, u.name, m.limit_nanos, m.limit_reset, 'UTC'
        FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.ended_at IS NULL
      UNION ALL SELECT 'organization', id, id, name, limit_nanos, limit_reset, 'UTC' FROM customers
       WHERE deleted_at IS NULL) AS limited
     WHERE limit_nanos IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${limit}`
  return z.array(Limited).parse(rows)
}

/** Digests of secrets are hex here, and bytes in the table. */
export function digestToBytes(digest: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(digest, 'hex'))
}

function bytesToDigest(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** Limit of stored contents per key; beyond it nothing more is kept. */
const MAX_BYTES_PER_KEY = 256 * 1024 * 1024

/**
 * Stores contents if the key's row allows it. The statement locks that row, so nothing is written after the contents are
 * deleted.
 */
export async function insertContents(row: RequestContents, now: Date): Promise<void> {
  const { id, customerId, apiKeyId, taskId, createdAt, sealed } = row
  await prisma.$executeRaw`
    WITH key AS (
      UPDATE api_keys SET contents_bytes = contents_bytes + ${sealed.length}
       WHERE id = ${apiKeyId} AND customer_id = ${customerId} AND contents_until > ${now} AND revoked_at IS NULL
         AND contents_bytes + ${sealed.length} <= ${MAX_BYTES_PER_KEY}
      RETURNING id)
    INSERT INTO request_contents (id, customer_id, api_key_id, task_id, created_at, sealed)
    SELECT ${id}, ${customerId}, key.id, ${taskId}, ${createdAt}, ${sealed} FROM key`
}

/** By the request's id or the task it created; for a task, the first such request. */
export function findContents(
  { customerId, ownerId }: KeyOwner,
  { id, taskId }: { id: string; taskId: string | null },
  now: Date,
): Promise<RequestContents | null> {
  return prisma.requestContents.findFirst({
    where: {
      customerId,
      OR: [{ id }, ...(taskId === null ? [] : [{ taskId }])],
      apiKey: { contentsUntil: { gt: now }, revokedAt: null, ...ofOwner(ownerId) },
    },
    orderBy: { id: 'asc' },
  })
}

export async function deleteContents(apiKeyId: string, transaction: Transaction): Promise<void> {
  await transaction.requestContents.deleteMany({ where: { apiKeyId } })
}

/** Deletes all contents of a deleted customer. */
export async function eraseContentsOf(customerId: string): Promise<void> {
  await prisma.requestContents.deleteMany({ where: { customerId } })
}

/** Deletes the contents of keys whose period has ended. */
export function endContents(now: Date): Promise<void> {
  return inTransaction(async (transaction) => {
    const where = { contentsUntil: { lte: now } }
    const data = { contentsUntil: null, contentsBytes: 0n }
    const over = await transaction.apiKey.updateManyAndReturn({ where, data, select: { id: true } })
    await transaction.requestContents.deleteMany({ where: { apiKeyId: { in: over.map(({ id }) => id) } } })
  })
}
