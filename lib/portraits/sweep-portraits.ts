import { clock } from '@/lib/platform/clock'
import { enqueue } from '@/lib/platform/jobs/job-queue'
import { ingestAssetJob } from './jobs'
import { listForgottenAssets, touchAsset } from './repository'
import { deleteOldValidations } from './validation-repository'

const FORGOTTEN_MILLIS = 15 * 60 * 1000
const RESULTS_KEPT_MILLIS = 30 * 24 * 3600 * 1000
const AT_ONCE = 200

/** Picks up assets whose work was lost, and lets go of old checks. */
export async function sweepPortraits(): Promise<void> {
  const now = clock.now()
  const forgotten = await listForgottenAssets(new Date(now.getTime() - FORGOTTEN_MILLIS), AT_ONCE)
  for (const { id, customerId } of forgotten) {
    await touchAsset(id, now)
    await enqueue(ingestAssetJob, { assetId: id }, { group: customerId })
  }
  await deleteOldValidations(new Date(now.getTime() - RESULTS_KEPT_MILLIS))
}
