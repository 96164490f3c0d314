import { keep } from '@/lib/billing/ledger'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import type { TaskMeter } from './task-meter'

/** Makes the task's row: an INSERT that selects it from `kept`, a relation of one row. Its values begin at `$2`. */
export type InsertTask = {
  /** Of the prepared statement. */
  name: string
  text: string
  values: readonly unknown[]
}

/**
 * Makes a task's row and hands the meter's hold to it, both in one statement: from its commit on, no crash gives the
 * money back before the task ends. Throws `service_unavailable` when the hold is gone, and makes no row.
 */
export async function keepTaskMeter(
  meter: TaskMeter,
  insert: InsertTask,
  transaction?: Transaction,
): Promise<void> {
  const isKept = await keep(meter.id, insert, transaction)
  if (!isKept) throw new AppError('service_unavailable', { retryAfterSeconds: 1 })
}
