import { eraseAlertsOf } from '@/lib/alerts/erase-alerts-of'
import { cancelCheckouts } from '@/lib/billing/cancel-checkouts'
import { eraseCallbacksOf } from '@/lib/callbacks/erase-callbacks-of'
import { eraseImagesOf } from '@/lib/images/history'
import { deleteObjectsOf } from '@/lib/objects/keep-object'
import { deleteAnswersOf } from '@/lib/platform/idempotency-records'
import { erasePortraitsOf } from '@/lib/portraits/erase-portraits-of'
import { expireUploadsOf } from '@/lib/uploads/sweep-uploads'
import { forgetKeyNames } from '@/lib/usage/forget-key-names'
import { eraseVideosOf } from '@/lib/videos/history'

/**
 * Erases what a deleted customer left, as far as that can be done now; may run again, and at once with another. True when
 * nothing is left: tasks whose money is not settled yet are.
 */
export async function eraseCustomer(customerId: string): Promise<boolean> {
  await cancelCheckouts(customerId)
  const isDrawn = await eraseImagesOf(customerId)
  const isFilmed = await eraseVideosOf(customerId)
  await erasePortraitsOf(customerId)
  await expireUploadsOf(customerId)
  await deleteObjectsOf(customerId)
  // After the videos: one that is cancelled calls back.
  await eraseCallbacksOf(customerId)
  await eraseAlertsOf(customerId)
  await forgetKeyNames(customerId)
  await deleteAnswersOf(customerId)
  return isDrawn && isFilmed
}
