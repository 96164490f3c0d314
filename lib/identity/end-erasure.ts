import { forgetErasure } from './internal/customers/erasure-repository'

/** Nothing of a deleted customer is left but what the books need. */
export function endErasure(customerId: string): Promise<void> {
  return forgetErasure(customerId)
}
