import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import { AppError } from '@/lib/platform/errors'
import { inTransaction, isViolation, type Transaction } from '@/lib/platform/transaction'
import type { Prisma } from '@/prisma/generated/client'
import type { Kind } from './scim-schema'

/** Settings, tokens, and the users and groups of identity providers. */

export function findProvisioning(customerId: string, transaction: Transaction = prisma) {
  return transaction.provisioning.findUnique({ where: { customerId } })
}

export function findByToken(tokenHash: Uint8Array<ArrayBuffer>) {
  return prisma.provisioning.findUnique({ where: { tokenHash } })
}

export function saveProvisioning(
  customerId: string,
  data: Omit<Prisma.ProvisioningCreateInput, 'customerId'>,
) {
  return prisma.provisioning.upsert({ where: { customerId }, create: { customerId, ...data }, update: data })
}

/** Only if it was not recorded since. */
export async function recordTokenUse(customerId: string, now: Date, since: Date): Promise<void> {
  const unused = { OR: [{ tokenUsedAt: null }, { tokenUsedAt: { lt: since } }] }
  await prisma.provisioning.updateMany({ where: { customerId, ...unused }, data: { tokenUsedAt: now } })
}

const TIMEOUT_MILLIS = 20_000

/** Runs `work` with the organization's provisioning locked: one request after the other. */
export function inProvisioning<Value>(
  customerId: string,
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  return prisma
    .$transaction(
      async (transaction) => {
        await transaction.$queryRaw`SELECT 1 FROM provisioning WHERE customer_id = ${customerId} FOR UPDATE`
        return work(transaction)
      },
      { maxWait: TIMEOUT_MILLIS, timeout: TIMEOUT_MILLIS },
    )
    .catch((error: unknown) => {
      throw isViolation(error, 'P2002')
        ? new AppError('scim_conflict', { metadata: { scim_type: 'uniqueness' } })
        : error
    })
}

const named = { select: { id: true, key: true, attributes: true, role: true } } as const
const include = {
  member: { select: { userId: true, endedAt: true } },
  groups: { include: { group: named }, orderBy: { groupId: 'asc' } },
} as const

export type ResourceRow = Prisma.ScimResourceGetPayload<{ include: typeof include }>

export function findResource(
  customerId: string,
  { kind, id }: { kind: Kind; id: string },
  transaction: Transaction = prisma,
): Promise<ResourceRow | null> {
  // Other ids are not looked up: they may contain bytes that the database rejects.
  const where = { customerId, kind, id: /^\w{1,64}$/.test(id) ? id : '' }
  return transaction.scimResource.findFirst({ where, include })
}

/** So many members and groups are on a page, besides those of its first resource. */
const MOST_RELATED = 20_000

const Related = z.array(z.object({ id: z.string(), related: z.int() }))

/** A page, shorter where its resources have many groups, or members if those are shown. */
export async function listResources(
  where: Prisma.ScimResourceWhereInput,
  { skip, take }: { skip: number; take: number },
  showsMembers: boolean,
): Promise<{ rows: ResourceRow[]; total: number }> {
  const orderBy = { id: 'asc' } as const
  const [total, found] = await Promise.all([
    prisma.scimResource.count({ where }),
    prisma.scimResource.findMany({ where, orderBy, skip, take, select: { id: true } }),
  ])
  const counts = Related.parse(
    await prisma.$queryRaw`
      SELECT id, ((SELECT count(*) FROM scim_members WHERE user_id = id)
                + (SELECT count(*) FROM scim_members WHERE group_id = id AND ${showsMembers}))::int AS related
        FROM unnest(${found.map(({ id }) => id)}::text[]) AS page (id) ORDER BY id`,
  )
  let sum = 0
  const fitting = counts.filter(({ related }, index) => {
    sum += related
    return index === 0 || sum <= MOST_RELATED
  })
  const ids = fitting.map(({ id }) => id)
  const rows = await prisma.scimResource.findMany({ where: { id: { in: ids } }, orderBy, include })
  return { rows, total }
}

/** The ids of the members of groups, a list for each: there may be tens of thousands. */
export async function listMembersOf(groupIds: string[]): Promise<Map<string, string[]>> {
  const Row = z.object({ id: z.string(), members: z.array(z.string()) })
  const rows = await prisma.$queryRaw`
    SELECT group_id AS id, array_agg(user_id ORDER BY user_id) AS members FROM scim_members
     WHERE group_id = ANY(${groupIds}) GROUP BY group_id`
  return new Map(
    z
      .array(Row)
      .parse(rows)
      .map(({ id, members }) => [id, members]),
  )
}

export function countResources(where: Prisma.ScimResourceWhereInput, transaction: Transaction = prisma) {
  return transaction.scimResource.count({ where })
}

export async function insertResource(
  data: Prisma.ScimResourceUncheckedCreateInput,
  transaction: Transaction,
): Promise<void> {
  await transaction.scimResource.create({ data })
}

export async function updateResource(
  id: string,
  data: Prisma.ScimResourceUncheckedUpdateInput,
  transaction: Transaction,
): Promise<void> {
  await transaction.scimResource.update({ where: { id }, data })
}

export async function deleteResource(id: string, transaction: Transaction): Promise<void> {
  await transaction.scimResource.delete({ where: { id } })
}

/** `among`: only those of these; else all. */
export async function listMemberIds(
  groupId: string,
  among: string[] | undefined,
  transaction: Transaction,
): Promise<string[]> {
  const where = { groupId, ...(among && { userId: { in: among } }) }
  return (await transaction.scimMember.findMany({ where, select: { userId: true } })).map(
    ({ userId }) => userId,
  )
}

/** Returns an id that is none of the organization's users. */
export async function insertMembers(
  customerId: string,
  groupId: string,
  ids: string[],
  transaction: Transaction,
): Promise<string | undefined> {
  const users = { customerId, kind: 'User', id: { in: ids } }
  const known = new Set(
    (await transaction.scimResource.findMany({ where: users, select: { id: true } })).map(({ id }) => id),
  )
  const data = ids.filter((id) => known.has(id)).map((userId) => ({ groupId, userId }))
  await transaction.scimMember.createMany({ data, skipDuplicates: true })
  return ids.find((id) => !known.has(id))
}

/** One parameter for all of them: there may be more than a statement may have. */
export async function deleteMembers(groupId: string, ids: string[], transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`DELETE FROM scim_members WHERE group_id = ${groupId} AND user_id = ANY(${ids})`
}

/** A list in a condition can be this long: each value is a parameter. */
const MOST_NAMED = 10_000

/** Users that have joined, with the groups that decide their role; others too where `userIds` are very many. */
export function listJoined(customerId: string, userIds: string[] | undefined, transaction: Transaction) {
  const isListed = userIds && userIds.length <= MOST_NAMED
  return transaction.scimResource.findMany({
    where: { customerId, kind: 'User', memberId: { not: null }, ...(isListed && { id: { in: userIds } }) },
    select: { memberId: true, groups: { select: { group: named } } },
  })
}

/** Active users of all organizations whose first email this is. */
export async function listUsersByEmail(email: string) {
  const where = { kind: 'User', active: true, emails: { has: email } }
  const rows = await prisma.scimResource.findMany({
    where,
    select: { id: true, customerId: true, emails: true },
    take: 100,
  })
  return rows.filter(({ emails }) => emails[0] === email)
}

/** With the number of their members. */
export async function listGroups(customerId: string, id?: string) {
  const rows = await prisma.scimResource.findMany({
    where: { customerId, kind: 'Group', ...(id !== undefined && { id }) },
    orderBy: [{ key: 'asc' }, { id: 'asc' }],
  })
  const ids = rows.map((row) => row.id)
  const counts = await prisma.scimMember.groupBy({
    by: ['groupId'],
    where: { groupId: { in: ids } },
    _count: true,
  })
  const members = new Map(counts.map(({ groupId, _count }) => [groupId, _count]))
  return rows.map((row) => ({ ...row, memberCount: members.get(row.id) ?? 0 }))
}

/** Deletes everything of a deleted customer. */
export function eraseProvisioningOf(customerId: string): Promise<void> {
  return inTransaction(async (transaction) => {
    await transaction.scimResource.deleteMany({ where: { customerId } })
    await transaction.provisioning.deleteMany({ where: { customerId } })
  })
}

/** What the attributes of a row may be. */
export const StoredAttributes = z.record(z.string(), z.unknown())
