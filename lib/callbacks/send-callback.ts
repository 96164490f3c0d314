import type { Transaction } from '@/lib/platform/transaction'
import { createDelivery } from './internal/create-delivery'

export type Callback = {
  customerId: string
  /** As the customer gave it, checked by `checkOutboundUrl` then; every attempt checks it again. */
  url: string
  /** Such as `video.generation.completed`; the body's `type`. */
  event: string
  taskId: string
  /** What is told of the task, in its form on the wire. */
  data: Readonly<Record<string, unknown>>
  /** The one that makes the event true: with it the callback is on its way for good, or not at all. */
  transaction: Transaction
}

/**
 * Puts a signed POST about a task on its way. One event of one task is sent once, however often this is called.
 * Answers whether it was new.
 */
export async function sendCallback({ transaction, ...callback }: Callback): Promise<boolean> {
  return (await createDelivery({ ...callback, subject: callback.taskId }, transaction)) !== undefined
}
