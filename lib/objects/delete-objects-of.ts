import { clock } from '@/lib/platform/clock'
import { markAllDeleting } from './repository'

/** None of a deleted customer's objects can be read from now on; a job deletes their bytes. */
export async function deleteObjectsOf(customerId: string): Promise<void> {
  await markAllDeleting(customerId, clock.now())
}
