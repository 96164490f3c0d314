import type { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { newPortraitId } from '../internal/new-portrait-id'
import { insertGroup } from '../repository'
import type { CreateGroupInput } from '../schema'

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
