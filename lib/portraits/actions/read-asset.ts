import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { toAssetItem } from '../presenter'
import { findAsset } from '../repository'
import type { AssetItem } from '../schema'

/** One asset, its link signed anew. */
export async function readAsset(caller: Caller, { Id }: { Id: string }): Promise<AssetItem> {
  const row = await findAsset(caller.customerId, Id)
  if (row === null) throw new AppError('forbidden')
  return toAssetItem(row)
}
