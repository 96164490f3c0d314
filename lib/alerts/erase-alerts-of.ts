import { deleteAllOf } from './repository'

/** What a deleted customer was told, and wished to be told. */
export function eraseAlertsOf(customerId: string): Promise<void> {
  return deleteAllOf(customerId)
}
