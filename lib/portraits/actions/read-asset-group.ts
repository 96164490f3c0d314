import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { toGroupItem } from '../presenter'
import { findGroup } from '../repository'
import type { GroupItem } from '../schema'

/** One group. Another's and none at all are both `Forbidden`. */
export async function readAssetGroup(caller: Caller, { Id }: { Id: string }): Promise<GroupItem> {
  const row = await findGroup(caller.customerId, Id)
  if (row === null) throw new AppError('forbidden')
  return toGroupItem(row)
}
