import { deleteObjects } from '@/lib/objects/keep-object'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { forgetInVaultJob } from '../jobs'
import { deleteGroupRow } from '../repository'

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
