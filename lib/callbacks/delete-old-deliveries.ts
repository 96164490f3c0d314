import { clock } from '@/lib/platform/clock'
import { deleteDeliveriesEndedBefore } from './repository'

const KEPT_MILLIS = 30 * 24 * 3600 * 1000

/** Deliveries can be looked at and repeated for 30 days after they ended. */
export function deleteOldDeliveries(): Promise<number> {
  return deleteDeliveriesEndedBefore(new Date(clock.now().getTime() - KEPT_MILLIS))
}
