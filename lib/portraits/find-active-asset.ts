import { readObject } from '@/lib/objects/read-object'
import { findAsset } from './repository'
import { AssetType, toPortraitId } from './schema'

export type ActiveAsset = {
  type: 'image' | 'video' | 'audio'
  objectKey: string
  mimeType: string
  /** Its name in the vault, for upstreams that have the vault. */
  vaultId: string | null
}

const types = { Image: 'image', Video: 'video', Audio: 'audio' } as const

/** A customer's own asset, if it may be shown in a video; another's, an unknown one and one that is not active are null. */
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
