import { prisma } from '@/lib/platform/db'
import { send } from '@/lib/platform/notify'
import type { Transaction } from '@/lib/platform/transaction'

/** All groups, or one of them, each with the first of its members. */
export function listGroups(id?: string) {
  return prisma.priceGroup.findMany({
    ...(id !== undefined && { where: { id } }),
    include: {
      _count: { select: { members: true } },
      members: { orderBy: { customerId: 'asc' }, take: 50 },
    },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
}

export function listMembers() {
  return prisma.priceGroupMember.findMany()
}

export async function findMembership(customerId: string, transaction: Transaction = prisma) {
  const group = { select: { id: true, name: true } }
  const row = await transaction.priceGroupMember.findUnique({ where: { customerId }, select: { group } })
  return row?.group ?? null
}

/** The group, which no other transaction changes or deletes until this one ends; null where there is none. */
export async function lockGroup(id: string, transaction: Transaction) {
  await transaction.$queryRaw`SELECT 1 FROM price_groups WHERE id = ${id} FOR UPDATE`
  return transaction.priceGroup.findUnique({ where: { id } })
}

type GroupData = { name: string; rules: object[]; volume: object[] }

export async function upsertGroup(id: string, data: GroupData, transaction: Transaction): Promise<void> {
  await transaction.priceGroup.upsert({ where: { id }, create: { id, ...data }, update: data })
  await announce(transaction)
}

/** Its customers are in no group then. */
export async function deleteGroup(id: string, transaction: Transaction): Promise<void> {
  await transaction.priceGroup.delete({ where: { id } })
  await announce(transaction)
}

/** Moves a customer into a group; null: into none. */
export async function setMembership(
  customerId: string,
  groupId: string | null,
  transaction: Transaction = prisma,
): Promise<void> {
  const { priceGroupMember: members } = transaction
  const where = { customerId }
  if (groupId === null) await members.deleteMany({ where })
  else await members.upsert({ where, create: { customerId, groupId }, update: { groupId } })
  await announce(transaction)
}

/** Every node reads groups with the catalog, when `transaction` commits. */
async function announce(transaction: Transaction): Promise<void> {
  await send(transaction, 'catalog', '')
}
