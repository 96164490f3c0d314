import type { z } from 'zod'
import { readCustomer } from '@/lib/account/identity/customers'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { deleteObjects } from '@/lib/work/objects/keep-object'
import { deleteFromVaultJob } from './jobs'
import {
  deleteGroupRow,
  findGroup,
  type GroupRow,
  insertGroup,
  listGroupIds,
  listGroupRows,
  updateGroup,
} from './repository'
import {
  type CreateGroupInput,
  type GroupItem,
  type GroupPage,
  GroupType,
  type ListGroupsInput,
  type UpdateGroupInput,
} from './schema'
import { deleteValidationsOf } from './validation-repository'

/** Creates a virtual person. It is registered in the vault with its first asset. */
export async function createAssetGroup(
  caller: Caller,
  input: z.output<typeof CreateGroupInput>,
): Promise<{ Id: string }> {
  const { aigcGroups } = await readCustomer(caller.customerId)
  if (env().AIGC_GROUPS === 'off' || !aigcGroups) throw new AppError('aigc_not_available')
  const group = {
    customerId: caller.customerId,
    groupType: input.GroupType,
    name: input.Name,
    title: input.Title ?? '',
    description: input.Description ?? '',
    projectName: input.ProjectName,
    at: clock.now(),
  }
  const row = await insertGroup(group, env().PORTRAIT_GROUP_QUOTA)
  if (row === null) throw new AppError('quota_exceeded')
  return { Id: row.id }
}

/** One group. Another customer's and an unknown one are both `Forbidden`. */
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

/** Deletes a group with all its assets, and frees its share of the quota at once. */
export async function deleteAssetGroup(
  { customerId }: Caller,
  { Id }: { Id: string },
): Promise<Record<string, never>> {
  const isDeleted = await deleteGroupRow(customerId, Id, async ({ vaultId, objectIds }, transaction) => {
    await deleteObjects(customerId, objectIds, transaction)
    if (vaultId !== null)
      await enqueue(deleteFromVaultJob, { groupId: vaultId, assetId: null }, { transaction })
  })
  if (!isDeleted) throw new AppError('forbidden')
  return {}
}

/** Deletes all groups of a deleted customer with their assets, here and in the vault, and its liveness checks. */
export async function erasePortraitsOf(customerId: string): Promise<void> {
  const caller = { customerId, userId: null, apiKey: null, isOperator: false }
  await deleteValidationsOf(customerId)
  for (const Id of await listGroupIds(customerId)) await deleteAssetGroup(caller, { Id })
}

function toGroupItem(row: GroupRow): GroupItem {
  return {
    Id: row.id,
    Name: row.name,
    Title: row.title,
    Description: row.description,
    GroupType: GroupType.parse(row.groupType),
    ProjectName: row.projectName,
    CreateTime: row.createdAt.toISOString(),
    UpdateTime: row.updatedAt.toISOString(),
  }
}
