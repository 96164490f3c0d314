import type { Caller } from '@/lib/platform/caller'
import { toAssetItem } from '../presenter'
import { listAssetRows } from '../repository'
import type { AssetPage, ListAssetsInput } from '../schema'

export async function listAssets(caller: Caller, input: ListAssetsInput): Promise<AssetPage> {
  const { rows, total } = await listAssetRows(caller.customerId, input)
  const { PageNumber, PageSize } = input
  return { Items: rows.map(toAssetItem), TotalCount: total, PageNumber, PageSize }
}
