import { clock } from '@/lib/platform/clock'
import type { Transaction } from '@/lib/platform/transaction'
import { markDeleting } from './repository'

/** A customer's objects cannot be read from now on; a job deletes their bytes. Unknown and foreign ids are passed over. */
export async function deleteObjects(
  customerId: string,
  ids: readonly string[],
  transaction?: Transaction,
): Promise<void> {
  await markDeleting(customerId, ids, clock.now(), transaction)
}
