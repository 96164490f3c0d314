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
const withGroups = {
  member: { select: { userId: true, endedAt: true } },
  groups: { include: { group: named }, orderBy: { groupId: 'asc' } },
} as const
const withMembers = { members: { orderBy: { userId: 'asc' } } } as const

/** Members of groups may be many: without them, the list is empty. */
type Included = { members: boolean }
const include = ({ members }: Included) => ({
  ...withGroups,
  members: { ...withMembers.members, ...(!members && { take: 0 }) },
})

export type ResourceRow = Prisma.ScimResourceGetPayload<{ include: typeof withGroups & typeof withMembers }>

export function findResource(
  customerId: string,
  { kind, id }: { kind: Kind; id: string },
  included: Included,
  transaction: Transaction = prisma,
): Promise<ResourceRow | null> {
  // Other ids are not looked up: they may contain bytes that the database rejects.
  const where = { customerId, kind, id: /^\w{1,64}$/.test(id) ? id : '' }
  return transaction.scimResource.findFirst({ where, include: include(included) })
}

export async function listResources(
  where: Prisma.ScimResourceWhereInput,
  { skip, take }: { skip: number; take: number },
  included: Included,
): Promise<{ rows: ResourceRow[]; total: number }> {
  const [total, rows] = await Promise.all([
    prisma.scimResource.count({ where }),
    prisma.scimResource.findMany({ where, orderBy: { id: 'asc' }, skip, take, include: include(included) }),
  ])
  return { rows, total }
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

/** Users that have joined, with the groups that decide their role. */
export function listJoined(customerId: string, userIds: string[] | undefined, transaction: Transaction) {
  return transaction.scimResource.findMany({
    where: { customerId, kind: 'User', memberId: { not: null }, ...(userIds && { id: { in: userIds } }) },
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

export function listGroups(customerId: string, id?: string) {
  return prisma.scimResource.findMany({
    where: { customerId, kind: 'Group', ...(id !== undefined && { id }) },
    orderBy: [{ key: 'asc' }, { id: 'asc' }],
    include: { _count: { select: { members: true } } },
  })
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
