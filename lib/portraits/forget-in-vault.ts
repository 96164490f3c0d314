import type { JobRun } from '@/lib/platform/jobs/job'
import { portraitVault } from '@/lib/upstream/registry'

/** What was deleted here is deleted there. Deleting what is gone already is no fault. */
export async function forgetInVault({
  payload,
  signal,
}: Pick<JobRun<{ groupId: string | null; assetId: string | null }>, 'payload' | 'signal'>): Promise<void> {
  if (payload.assetId !== null) await portraitVault().deleteAsset(payload.assetId, signal)
  if (payload.groupId !== null) await portraitVault().deleteGroup(payload.groupId, signal)
}
