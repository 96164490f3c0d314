import type { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { toAssetItem } from '../presenter'
import { renameAsset } from '../repository'
import type { AssetItem, UpdateAssetInput } from '../schema'

export async function updateAsset(
  caller: Caller,
  { Id, Name }: z.output<typeof UpdateAssetInput>,
): Promise<AssetItem> {
  const row = await renameAsset(caller.customerId, Id, Name, clock.now())
  if (row === null) throw new AppError('forbidden')
  return toAssetItem(row)
}
