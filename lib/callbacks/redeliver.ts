import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/job-queue'
import { isDeliveryId } from './internal/cursor'
import { attemptJob } from './jobs'
import { toDelivery } from './presenter'
import { restartDelivery } from './repository'
import type { Delivery } from './schema'

/**
 * Makes a delivery's next attempt now. One that has ended begins its schedule anew, with the same `webhook-id`: a receiver
 * that remembers ids knows it again. Of two calls at once one makes the attempt.
 */
export async function redeliver(caller: Caller, id: string): Promise<Delivery> {
  const { customerId } = caller
  const row = isDeliveryId(id)
    ? await restartDelivery(customerId, id, clock.now(), (number, transaction) =>
        enqueue(attemptJob, { deliveryId: id, number }, { transaction, group: customerId, priority: 1 }),
      )
    : null
  if (row === null) throw new AppError('not_found')
  return toDelivery(row)
}
