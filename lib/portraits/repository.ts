import { prisma } from '@/lib/platform/db'
import { escapeLike } from '@/lib/platform/escape-like'
import type { Transaction } from '@/lib/platform/transaction'
import type { PortraitAsset, PortraitGroup, Prisma } from '@/prisma/generated/client'
import type { ListAssetsInput, ListGroupsInput } from './schema'
import { assetStatesBefore } from './state'

export type GroupRow = PortraitGroup
export type AssetRow = PortraitAsset & { group: Pick<PortraitGroup, 'projectName' | 'vaultId' | 'name'> }

type Together = (transaction: Transaction) => Promise<unknown>
const withGroup = { group: { select: { projectName: true, vaultId: true, name: true } } } as const

/** One customer's portraits are counted and added to one at a time, so that two at once do not pass the quota. */
function lock(transaction: Transaction, customerId: string): Promise<unknown> {
  return transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`portraits:${customerId}`}, 0))`
}

/** Null when the quota is full. */
export function insertGroup(
  data: Prisma.PortraitGroupUncheckedCreateInput,
  quota: number,
  transaction?: Transaction,
): Promise<GroupRow | null> {
  const work = async (tx: Transaction) => {
    await lock(tx, data.customerId)
    const count = await tx.portraitGroup.count({ where: { customerId: data.customerId } })
    return count >= quota ? null : tx.portraitGroup.create({ data })
  }
  return transaction ? work(transaction) : prisma.$transaction(work)
}

/** Null when the quota is full, or the group was deleted meanwhile. */
export function insertAsset(
  data: Prisma.PortraitAssetUncheckedCreateInput,
  quota: number,
  together: Together,
): Promise<AssetRow | null> {
  return prisma.$transaction(async (tx) => {
    await lock(tx, data.customerId)
    const count = await tx.portraitAsset.count({ where: { customerId: data.customerId } })
    if (count >= quota) return null
    const row = await tx.portraitAsset.create({ data, include: withGroup })
    await together(tx)
    return row
  })
}

export function countGroups(customerId: string): Promise<number> {
  return prisma.portraitGroup.count({ where: { customerId } })
}

export function findGroup(customerId: string, id: string): Promise<GroupRow | null> {
  return prisma.portraitGroup.findFirst({ where: { id, customerId } })
}

export function findAsset(customerId: string, id: string): Promise<AssetRow | null> {
  return prisma.portraitAsset.findFirst({ where: { id, customerId }, include: withGroup })
}

/** For the worker, which acts for every customer. */
export function findAssetForWork(id: string): Promise<AssetRow | null> {
  return prisma.portraitAsset.findUnique({ where: { id }, include: withGroup })
}

export async function updateGroup(
  customerId: string,
  id: string,
  data: Pick<Prisma.PortraitGroupUncheckedUpdateInput, 'name' | 'title' | 'description'>,
  now: Date,
): Promise<GroupRow | null> {
  const { count } = await prisma.portraitGroup.updateMany({
    where: { id, customerId },
    data: { ...data, updatedAt: now },
  })
  return count === 0 ? null : findGroup(customerId, id)
}

export async function renameAsset(
  customerId: string,
  id: string,
  name: string | undefined,
  now: Date,
): Promise<AssetRow | null> {
  const { count } = await prisma.portraitAsset.updateMany({
    where: { id, customerId },
    data: { ...(name !== undefined && { name }), updatedAt: now },
  })
  return count === 0 ? null : findAsset(customerId, id)
}

/** The group with all its assets, and what they leave behind; null when it is not there. */
export function deleteGroupRow(
  customerId: string,
  id: string,
  together: (
    gone: { vaultId: string | null; objectIds: string[] },
    transaction: Transaction,
  ) => Promise<unknown>,
): Promise<true | null> {
  return prisma.$transaction(async (tx) => {
    const group = await tx.portraitGroup.findFirst({ where: { id, customerId }, include: { assets: true } })
    if (group === null) return null
    const { count } = await tx.portraitGroup.deleteMany({ where: { id, customerId } })
    if (count === 0) return null
    const objectIds = group.assets.flatMap(({ objectId }) => objectId ?? [])
    await together({ vaultId: group.vaultId, objectIds }, tx)
    return true
  })
}

export function deleteAssetRow(
  customerId: string,
  id: string,
  together: (
    gone: { vaultId: string | null; objectIds: string[] },
    transaction: Transaction,
  ) => Promise<unknown>,
): Promise<true | null> {
  return prisma.$transaction(async (tx) => {
    const asset = await tx.portraitAsset.findFirst({ where: { id, customerId } })
    if (asset === null) return null
    const { count } = await tx.portraitAsset.deleteMany({ where: { id, customerId } })
    if (count === 0) return null
    await together({ vaultId: asset.vaultId, objectIds: asset.objectId === null ? [] : [asset.objectId] }, tx)
    return true
  })
}

export async function listGroupRows(
  customerId: string,
  input: ListGroupsInput,
): Promise<{ rows: GroupRow[]; total: number }> {
  const { Filter: filter, ProjectName } = input
  const where: Prisma.PortraitGroupWhereInput = {
    customerId,
    ...(ProjectName && { projectName: ProjectName }),
    ...(filter?.GroupType && { groupType: filter.GroupType }),
    ...(filter?.Name && { name: { contains: escapeLike(filter.Name), mode: 'insensitive' } }),
    ...(filter?.GroupIds && { id: { in: filter.GroupIds } }),
  }
  const [rows, total] = await prisma.$transaction([
    prisma.portraitGroup.findMany({ where, ...pageOf(input) }),
    prisma.portraitGroup.count({ where }),
  ])
  return { rows, total }
}

export async function listAssetRows(
  customerId: string,
  input: ListAssetsInput,
): Promise<{ rows: AssetRow[]; total: number }> {
  const { Filter: filter, ProjectName } = input
  const where: Prisma.PortraitAssetWhereInput = {
    customerId,
    group: {
      ...(ProjectName && { projectName: ProjectName }),
      ...(filter?.GroupType && { groupType: filter.GroupType }),
    },
    ...(filter?.Name && { name: { contains: escapeLike(filter.Name), mode: 'insensitive' } }),
    ...(filter?.GroupIds && { groupId: { in: filter.GroupIds } }),
    ...(filter?.Statuses && { status: { in: filter.Statuses } }),
  }
  const [rows, total] = await prisma.$transaction([
    prisma.portraitAsset.findMany({ where, include: withGroup, ...pageOf(input) }),
    prisma.portraitAsset.count({ where }),
  ])
  return { rows, total }
}

/** More than any quota allows, and still a number for the database. */
const DEEPEST = 1_000_000_000

function pageOf({ PageNumber, PageSize, SortBy, SortOrder }: ListGroupsInput) {
  const direction = SortOrder === 'Asc' ? 'asc' : 'desc'
  return {
    skip: Math.min((PageNumber - 1) * PageSize, DEEPEST),
    take: PageSize,
    orderBy: [
      { [SortBy === 'UpdateTime' ? 'updatedAt' : 'createdAt']: direction } as const,
      { id: direction } as const,
    ],
  }
}

/** Compare-and-set: null when the group has one already; then that one counts. */
export async function saveGroupVaultId(id: string, vaultId: string): Promise<boolean> {
  const { count } = await prisma.portraitGroup.updateMany({ where: { id, vaultId: null }, data: { vaultId } })
  return count === 1
}

export async function saveAssetCopy(
  id: string,
  copy: { objectId: string; mimeType: string },
): Promise<boolean> {
  const { count } = await prisma.portraitAsset.updateMany({
    where: { id, status: 'Processing', objectId: null },
    data: copy,
  })
  return count === 1
}

export async function saveAssetVaultId(id: string, vaultId: string): Promise<boolean> {
  const { count } = await prisma.portraitAsset.updateMany({
    where: { id, status: 'Processing', vaultId: null },
    data: { vaultId },
  })
  return count === 1
}

/** False when it had ended before. */
export async function endAsset(
  id: string,
  end: { status: 'Active' | 'Failed'; failedReason: string | null; updatedAt: Date },
): Promise<boolean> {
  const where = { id, status: { in: assetStatesBefore(end.status) } }
  const { count } = await prisma.portraitAsset.updateMany({ where, data: end })
  return count === 1
}

/** Assets whose piece of work was lost. */
export async function listForgottenAssets(before: Date, limit: number) {
  return prisma.portraitAsset.findMany({
    where: { status: 'Processing', updatedAt: { lt: before } },
    select: { id: true, customerId: true },
    take: limit,
  })
}

export async function touchAsset(id: string, now: Date): Promise<void> {
  await prisma.portraitAsset.updateMany({ where: { id, status: 'Processing' }, data: { updatedAt: now } })
}
