import { deleteObjects } from '@/lib/objects/keep-object'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { forgetInVaultJob } from '../jobs'
import { deleteAssetRow } from '../repository'

export async function deleteAsset(
  { customerId }: Caller,
  { Id }: { Id: string },
): Promise<Record<string, never>> {
  const isDeleted = await deleteAssetRow(customerId, Id, async ({ vaultId, objectIds }, transaction) => {
    await deleteObjects(customerId, objectIds, transaction)
    if (vaultId !== null)
      await enqueue(forgetInVaultJob, { groupId: null, assetId: vaultId }, { transaction })
  })
  if (!isDeleted) throw new AppError('forbidden')
  return {}
}
