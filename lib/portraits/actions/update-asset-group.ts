import type { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { toGroupItem } from '../presenter'
import { updateGroup } from '../repository'
import type { GroupItem, UpdateGroupInput } from '../schema'

export async function updateAssetGroup(
  caller: Caller,
  { Id, Name, Title, Description }: z.output<typeof UpdateGroupInput>,
): Promise<GroupItem> {
  const changes = {
    ...(Name !== undefined && { name: Name }),
    ...(Title !== undefined && { title: Title }),
    ...(Description !== undefined && { description: Description }),
  }
  const row = await updateGroup(caller.customerId, Id, changes, clock.now())
  if (row === null) throw new AppError('forbidden')
  return toGroupItem(row)
}
