import { deleteAllOf } from './repository'

/** What a deleted customer was sent or was to be sent, and its secret. */
export function eraseCallbacksOf(customerId: string): Promise<void> {
  return deleteAllOf(customerId)
}
