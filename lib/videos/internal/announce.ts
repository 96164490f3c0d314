import { sendCallback } from '@/lib/callbacks/send-callback'
import type { Transaction } from '@/lib/platform/transaction'
import { toVideoTask } from '../presenter'
import type { ShownTask } from '../repository'

/** Tells the customer's server how the task ended, where it asked for that: the task as it is polled from then on. */
export async function announce(transaction: Transaction, row: ShownTask): Promise<void> {
  if (row.callback_url === null) return
  await sendCallback({
    customerId: row.customer_id,
    url: row.callback_url,
    event: `video.generation.${row.status}`,
    taskId: row.id,
    data: toVideoTask(row),
    transaction,
  })
}
