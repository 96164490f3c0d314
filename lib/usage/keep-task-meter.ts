import { keep } from '@/lib/billing/ledger'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import type { TaskMeter } from './open-task-meter'

/**
 * Hands the meter's hold to the task whose row `transaction` inserts: from its commit on, no crash gives the money back
 * before the task ends. Throws `service_unavailable` when the hold is gone, which undoes the transaction.
 */
export async function keepTaskMeter(meter: TaskMeter, transaction: Transaction): Promise<void> {
  const isKept = await keep(meter.id, transaction)
  if (!isKept) throw new AppError('service_unavailable', { retryAfterSeconds: 1 })
}
