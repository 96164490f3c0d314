import type { z } from 'zod'
import { deleteObjects } from '@/lib/objects/delete-objects'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/job-queue'
import { forgetInVaultJob } from './jobs'
import { toGroupItem } from './presenter'
import {
  deleteGroupRow,
  findGroup,
  insertGroup,
  listGroupIds,
  listGroupRows,
  newPortraitId,
  updateGroup,
} from './repository'
import type { CreateGroupInput, GroupItem, GroupPage, ListGroupsInput, UpdateGroupInput } from './schema'
import { deleteValidationsOf } from './validation-repository'

/** Makes a virtual person. The vault hears of it with its first asset. */
export async function createAssetGroup(
  caller: Caller,
  input: z.output<typeof CreateGroupInput>,
): Promise<{ Id: string }> {
  if (env().AIGC_GROUPS === 'off') throw new AppError('aigc_not_available')
  const now = clock.now()
  const data = {
    id: newPortraitId('group', now),
    customerId: caller.customerId,
    groupType: input.GroupType,
    name: input.Name,
    title: input.Title ?? '',
    description: input.Description ?? '',
    projectName: input.ProjectName,
    createdAt: now,
    updatedAt: now,
  }
  const row = await insertGroup(data, env().PORTRAIT_GROUP_QUOTA)
  if (row === null) throw new AppError('quota_exceeded')
  return { Id: row.id }
}

/** One group. Another's and none at all are both `Forbidden`. */
export async function readAssetGroup(caller: Caller, { Id }: { Id: string }): Promise<GroupItem> {
  const row = await findGroup(caller.customerId, Id)
  if (row === null) throw new AppError('forbidden')
  return toGroupItem(row)
}

export async function listAssetGroups(caller: Caller, input: ListGroupsInput): Promise<GroupPage> {
  const { rows, total } = await listGroupRows(caller.customerId, input)
  const { PageNumber, PageSize } = input
  return { Items: rows.map(toGroupItem), TotalCount: total, PageNumber, PageSize }
}

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

/** Deletes a group with all its assets; its place in the quota is free at once. */
export async function deleteAssetGroup(
  { customerId }: Caller,
  { Id }: { Id: string },
): Promise<Record<string, never>> {
  const isDeleted = await deleteGroupRow(customerId, Id, async ({ vaultId, objectIds }, transaction) => {
    await deleteObjects(customerId, objectIds, transaction)
    if (vaultId !== null)
      await enqueue(forgetInVaultJob, { groupId: vaultId, assetId: null }, { transaction })
  })
  if (!isDeleted) throw new AppError('forbidden')
  return {}
}

/** Deletes all groups of a deleted customer with their assets, here and in the vault, and its checks of liveness. */
export async function erasePortraitsOf(customerId: string): Promise<void> {
  const caller = { customerId, userId: null, apiKey: null, isOperator: false }
  await deleteValidationsOf(customerId)
  for (const Id of await listGroupIds(customerId)) await deleteAssetGroup(caller, { Id })
}
