import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import { escapeLike } from '@/lib/platform/escape'
import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { PortraitAsset, PortraitGroup, Prisma } from '@/prisma/generated/client'
import type { AssetStatus, ListAssetsInput, ListGroupsInput } from './schema'

export type GroupRow = PortraitGroup
export type AssetRow = PortraitAsset & { group: Pick<PortraitGroup, 'projectName' | 'vaultId' | 'name'> }

type Together = (transaction: Transaction) => Promise<unknown>
const withGroup = { group: { select: { projectName: true, vaultId: true, name: true } } } as const

/** Serializes additions of one customer, so that two at once cannot exceed the quota. */
function lock(transaction: Transaction, customerId: string): Promise<unknown> {
  return transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`portraits:${customerId}`}, 0))`
}

type NewGroup = Pick<
  PortraitGroup,
  'customerId' | 'groupType' | 'name' | 'title' | 'description' | 'projectName'
> & { vaultId?: string | null; at: Date }

/** Null if the quota is full. */
export function insertGroup(
  { at, ...group }: NewGroup,
  quota: number,
  transaction?: Transaction,
): Promise<GroupRow | null> {
  const { customerId } = group
  const data = { ...group, id: newPortraitId('group', at), createdAt: at, updatedAt: at }
  const work = async (tx: Transaction) => {
    await lock(tx, customerId)
    const count = await tx.portraitGroup.count({ where: { customerId } })
    return count >= quota ? null : tx.portraitGroup.create({ data })
  }
  return transaction ? work(transaction) : inTransaction(work)
}

export type NewAsset = Pick<
  PortraitAsset,
  'id' | 'customerId' | 'groupId' | 'name' | 'assetType' | 'sourceUrl'
> & { at: Date }

/** `gone`: the group is unknown or was deleted; `full`: the quota is full. */
export function insertAsset(
  { at, ...asset }: NewAsset,
  quota: number,
  together: Together,
): Promise<{ id: string } | 'gone' | 'full'> {
  const { id, customerId, groupId } = asset
  return inTransaction(async (tx) => {
    await lock(tx, customerId)
    if ((await tx.portraitGroup.count({ where: { id: groupId, customerId } })) === 0) return 'gone'
    if ((await tx.portraitAsset.count({ where: { customerId } })) >= quota) return 'full'
    await tx.portraitAsset.create({
      data: { ...asset, status: 'Processing', createdAt: at, updatedAt: at },
    })
    await together(tx)
    return { id }
  })
}

export function countGroups(customerId: string): Promise<number> {
  return prisma.portraitGroup.count({ where: { customerId } })
}

export async function listGroupIds(customerId: string): Promise<string[]> {
  const rows = await prisma.portraitGroup.findMany({ where: { customerId }, select: { id: true } })
  return rows.map(({ id }) => id)
}

export function findGroup(customerId: string, id: string): Promise<GroupRow | null> {
  return prisma.portraitGroup.findFirst({ where: { id, customerId } })
}

export function findAsset(customerId: string, id: string): Promise<AssetRow | null> {
  return prisma.portraitAsset.findFirst({ where: { id, customerId }, include: withGroup })
}

/** For workers, which act for every customer. */
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

/** What has to be deleted after a row. */
const DeletedRow = z.object({ vault_id: z.string().nullable(), object_id: z.string().nullable() })
type Deleted = { vaultId: string | null; objectIds: string[] }
type Clear = (gone: Deleted, transaction: Transaction) => Promise<unknown>

// The ids come from the DELETE itself: a row that was read before may have got its copy or its id in the vault since.

/** Deletes a group with all its assets; `clear` deletes what belongs to them elsewhere. False if there is no such group. */
export function deleteGroupRow(customerId: string, id: string, clear: Clear): Promise<boolean> {
  return inTransaction(async (tx) => {
    await lock(tx, customerId)
    const assets = await tx.$queryRaw`
      DELETE FROM portrait_assets WHERE group_id = ${id} AND customer_id = ${customerId} RETURNING vault_id, object_id`
    const [group] = z.array(DeletedRow).parse(
      await tx.$queryRaw`
        DELETE FROM portrait_groups WHERE id = ${id} AND customer_id = ${customerId} RETURNING vault_id, NULL AS object_id`,
    )
    if (group === undefined) return false
    const objectIds = z
      .array(DeletedRow)
      .parse(assets)
      .flatMap(({ object_id }) => object_id ?? [])
    await clear({ vaultId: group.vault_id, objectIds }, tx)
    return true
  })
}

export function deleteAssetRow(customerId: string, id: string, clear: Clear): Promise<boolean> {
  return inTransaction(async (tx) => {
    const [asset] = z.array(DeletedRow).parse(
      await tx.$queryRaw`
        DELETE FROM portrait_assets WHERE id = ${id} AND customer_id = ${customerId} RETURNING vault_id, object_id`,
    )
    if (asset === undefined) return false
    const { vault_id: vaultId, object_id: objectId } = asset
    await clear({ vaultId, objectIds: objectId === null ? [] : [objectId] }, tx)
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

/** More than any quota allows, and within the range of the database. */
const MAX_OFFSET = 1_000_000_000

function pageOf({ PageNumber, PageSize, SortBy, SortOrder }: ListGroupsInput) {
  const direction = SortOrder === 'Asc' ? 'asc' : 'desc'
  return {
    skip: Math.min((PageNumber - 1) * PageSize, MAX_OFFSET),
    take: PageSize,
    orderBy: [
      { [SortBy === 'UpdateTime' ? 'updatedAt' : 'createdAt']: direction } as const,
      { id: direction } as const,
    ],
  }
}

/** False if the group has a vault id already; then that one counts. */
export async function saveGroupVaultId(id: string, vaultId: string): Promise<boolean> {
  const { count } = await prisma.portraitGroup.updateMany({ where: { id, vaultId: null }, data: { vaultId } })
  return count === 1
}

/** False if the asset has a copy already or was deleted. `together` runs in the same transaction. */
export function saveAssetCopy(
  id: string,
  copy: { objectId: string; mimeType: string },
  together: Together,
): Promise<boolean> {
  return inTransaction(async (tx) => {
    const { count } = await tx.portraitAsset.updateMany({
      where: { id, status: 'Processing', objectId: null },
      data: copy,
    })
    if (count === 1) await together(tx)
    return count === 1
  })
}

export async function saveAssetVaultId(id: string, vaultId: string): Promise<boolean> {
  const { count } = await prisma.portraitAsset.updateMany({
    where: { id, status: 'Processing', vaultId: null },
    data: { vaultId },
  })
  return count === 1
}

const moves: StateMoves<AssetStatus> = { Processing: ['Active', 'Failed'], Active: [], Failed: [] }

/** False if it had ended before. */
export async function endAsset(
  id: string,
  end: { status: 'Active' | 'Failed'; failedReason: string | null; updatedAt: Date },
): Promise<boolean> {
  const where = { id, status: { in: statesLeadingTo(moves, end.status) } }
  const { count } = await prisma.portraitAsset.updateMany({ where, data: end })
  return count === 1
}

/** Assets whose job was lost. */
export async function listStuckAssets(before: Date, limit: number) {
  return prisma.portraitAsset.findMany({
    where: { status: 'Processing', updatedAt: { lt: before } },
    select: { id: true, customerId: true },
    take: limit,
  })
}

export async function touchAsset(id: string, now: Date): Promise<void> {
  await prisma.portraitAsset.updateMany({ where: { id, status: 'Processing' }, data: { updatedAt: now } })
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
const RANDOM_CHARACTERS = 10

/** `group-20261121203813-0f3k9q2m1x`: Volcengine's form, with a longer random part. */
export function newPortraitId(kind: 'group' | 'asset', now: Date): string {
  const time = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const tail = Array.from({ length: RANDOM_CHARACTERS }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${kind}-${time}-${tail}`
}
