import { clock } from '@/lib/platform/clock'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { logger } from '@/lib/platform/logger'
import { attemptJob } from './jobs'
import { deleteAllOf, deleteDeliveriesEndedBefore, takeStalledDeliveries } from './repository'

/** Far more than the queue needs to start a job, so that attempts that merely wait in it are left alone. */
const OVERDUE_SECONDS = 600
const AT_ONCE = 500

/** Puts attempts back into the queue whose job gave up, for example after a long outage of the database. */
export async function resumeStalled(): Promise<void> {
  const stalled = await takeStalledDeliveries(OVERDUE_SECONDS, AT_ONCE)
  for (const { id, customer_id, attempt_count } of stalled)
    await enqueue(attemptJob, { deliveryId: id, number: attempt_count + 1 }, { group: customer_id })
  if (stalled.length > 0) logger.warn({ count: stalled.length }, 'stalled deliveries were resumed')
}

const KEPT_MILLIS = 30 * 24 * 3600 * 1000

/** Deliveries can be looked at and repeated for 30 days after they ended. */
export function deleteOldDeliveries(): Promise<number> {
  return deleteDeliveriesEndedBefore(new Date(clock.now().getTime() - KEPT_MILLIS))
}

/** What a deleted customer was sent or was to be sent, and its secret. */
export function eraseCallbacksOf(customerId: string): Promise<void> {
  return deleteAllOf(customerId)
}
