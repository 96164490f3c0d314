import type { Journal } from '@/lib/billing/journal'
import { holdForTask } from '@/lib/billing/ledger'
import type { Caller } from '@/lib/platform/caller'
import { isDatabaseAway } from '@/lib/platform/database-connection'
import { toHoldItem } from './internal/hold-item'
import { holdRefusal, holdUnknown } from './internal/hold-refusal'
import { newTaskMeter } from './internal/new-task-meter'
import type { TaskMeter } from './task-meter'

/** What a new task is to the database: its row, which `journal` inserts where the row's hold is in `held`. */
export type TaskEntry = { journal: Journal; rowOf: (meter: TaskMeter) => object }

/**
 * Holds `amountNanos` for a task and makes its row, both in one statement, which tasks that are made at the same time
 * share. Throws `insufficient_quota` or `key_limit_exceeded` (402) and makes nothing; `service_unavailable` (503) when the
 * database did not answer: then both are there, or neither.
 */
export async function openKeptMeter(
  caller: Caller,
  amountNanos: bigint,
  { journal, rowOf }: TaskEntry,
): Promise<TaskMeter> {
  const meter = newTaskMeter(caller, amountNanos)
  const item = toHoldItem(caller, meter.id, meter.amountNanos, meter.startedAt)
  const held = await holdForTask({ ...item, row: rowOf(meter) }, journal).catch((error: unknown) => {
    throw isDatabaseAway(error) ? holdUnknown(error) : error
  })
  if (held.outcome !== 'held')
    throw holdRefusal(meter.amountNanos, { ...held, outcome: held.outcome }, item.until)
  return meter
}
