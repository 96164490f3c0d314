import type { Caller } from '@/lib/platform/caller'
import { toGroupItem } from '../presenter'
import { listGroupRows } from '../repository'
import type { GroupPage, ListGroupsInput } from '../schema'

export async function listAssetGroups(caller: Caller, input: ListGroupsInput): Promise<GroupPage> {
  const { rows, total } = await listGroupRows(caller.customerId, input)
  const { PageNumber, PageSize } = input
  return { Items: rows.map(toGroupItem), TotalCount: total, PageNumber, PageSize }
}
