import type { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { checkOutboundUrl } from '@/lib/platform/safe-fetch/outbound-url'
import { deleteObjects } from '@/lib/work/objects/keep-object'
import { isObjectUrl, readObject, readObjectByUrl, signObjectUrl } from '@/lib/work/objects/read-object'
import { deleteFromVaultJob, ingestAssetJob } from './jobs'
import { invalidParameter } from './portrait-refusal'
import {
  type AssetRow,
  deleteAssetRow,
  findAsset,
  findGroup,
  insertAsset,
  listAssetRows,
  type NewAsset,
  newPortraitId,
  renameAsset,
} from './repository'
import {
  type AssetItem,
  type AssetPage,
  AssetStatus,
  AssetType,
  type CreateAssetInput,
  type ListAssetsInput,
  toPortraitId,
  type UpdateAssetInput,
} from './schema'

/** Records an asset; a job fetches and checks its media. */
export async function createAsset(
  { customerId }: Caller,
  { GroupId, URL, AssetType: assetType, Name }: z.output<typeof CreateAssetInput>,
): Promise<{ Id: string }> {
  if ((await findGroup(customerId, GroupId)) === null) throw new AppError('forbidden')
  await checkUrl(customerId, URL)
  const asset = { groupId: GroupId, customerId, name: Name ?? '', assetType, sourceUrl: URL }
  const added = await addAsset(asset)
  if (added === 'gone') throw new AppError('forbidden')
  if (added === 'full') throw new AppError('quota_exceeded')
  return { Id: added.id }
}

/** Inserts an asset, with the job that fetches its file. The source must have been checked. */
export function addAsset(asset: Omit<NewAsset, 'id' | 'at'>): ReturnType<typeof insertAsset> {
  const at = clock.now()
  const id = newPortraitId('asset', at)
  return insertAsset({ ...asset, id, at }, env().PORTRAIT_ASSET_QUOTA, (transaction) =>
    enqueue(ingestAssetJob, { assetId: id }, { transaction, group: asset.customerId }),
  )
}

async function checkUrl(customerId: string, url: string): Promise<void> {
  if (isObjectUrl(url)) {
    if ((await readObjectByUrl(customerId, url)) === null) throw invalidParameter('URL', 'URL was not found.')
    return
  }
  const fault = await checkOutboundUrl(url)
  if (fault !== undefined) throw invalidParameter('URL', fault)
}

/** One asset, with a newly signed link. */
export async function readAsset(caller: Caller, { Id }: { Id: string }): Promise<AssetItem> {
  const row = await findAsset(caller.customerId, Id)
  if (row === null) throw new AppError('forbidden')
  return toAssetItem(row)
}

export async function listAssets(caller: Caller, input: ListAssetsInput): Promise<AssetPage> {
  const { rows, total } = await listAssetRows(caller.customerId, input)
  const { PageNumber, PageSize } = input
  return { Items: rows.map(toAssetItem), TotalCount: total, PageNumber, PageSize }
}

export async function updateAsset(
  caller: Caller,
  { Id, Name }: z.output<typeof UpdateAssetInput>,
): Promise<AssetItem> {
  const row = await renameAsset(caller.customerId, Id, Name, clock.now())
  if (row === null) throw new AppError('forbidden')
  return toAssetItem(row)
}

export async function deleteAsset(
  { customerId }: Caller,
  { Id }: { Id: string },
): Promise<Record<string, never>> {
  const isDeleted = await deleteAssetRow(customerId, Id, async ({ vaultId, objectIds }, transaction) => {
    await deleteObjects(customerId, objectIds, transaction)
    if (vaultId !== null)
      await enqueue(deleteFromVaultJob, { groupId: null, assetId: vaultId }, { transaction })
  })
  if (!isDeleted) throw new AppError('forbidden')
  return {}
}

type ActiveAsset = {
  type: 'image' | 'video' | 'audio'
  objectKey: string
  mimeType: string
  /** Its id in the vault, for upstreams that have the vault. */
  vaultId: string | null
}

const types = { Image: 'image', Video: 'video', Audio: 'audio' } as const

/** An active asset of the customer, for a video; null for any other. */
export async function findActiveAsset(customerId: string, id: string): Promise<ActiveAsset | null> {
  const row = await findAsset(customerId, toPortraitId(id))
  if (row === null || row.status !== 'Active' || row.objectId === null) return null
  const object = await readObject(customerId, row.objectId)
  if (object === null) return null
  return {
    type: types[AssetType.parse(row.assetType)],
    objectKey: object.storageKey,
    mimeType: object.mimeType,
    vaultId: row.vaultId,
  }
}

const LINK_SECONDS = 12 * 3600

function toAssetItem(row: AssetRow): AssetItem {
  return {
    Id: row.id,
    GroupId: row.groupId,
    Name: row.name,
    AssetType: AssetType.parse(row.assetType),
    Status: AssetStatus.parse(row.status),
    URL: row.objectId === null ? '' : signObjectUrl(row.objectId, LINK_SECONDS).url,
    ProjectName: row.group.projectName,
    CreateTime: row.createdAt.toISOString(),
    UpdateTime: row.updatedAt.toISOString(),
    ...(row.failedReason !== null && { FailedReason: row.failedReason }),
  }
}
