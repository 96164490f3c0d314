import { hold } from '@/lib/billing/ledger'
import type { Caller } from '@/lib/platform/caller'
import { toHoldItem } from './internal/hold-item'
import { holdRefusal, holdUnknown } from './internal/hold-refusal'
import { newTaskMeter } from './internal/new-task-meter'
import type { TaskMeter } from './task-meter'

/**
 * Holds `amountNanos` for a task that is about to be made by a transaction of its own. Until `keepTaskMeter` the hold is
 * this process's, and a crash gives it back. Throws `insufficient_quota` or `key_limit_exceeded` (402),
 * `service_unavailable` (503).
 */
export async function openTaskMeter(caller: Caller, amountNanos: bigint): Promise<TaskMeter> {
  const meter = newTaskMeter(caller, amountNanos)
  const item = toHoldItem(caller, meter.id, meter.amountNanos, meter.startedAt)
  const row = await hold(item).catch((error: unknown) => {
    throw holdUnknown(error)
  })
  if (row.outcome !== 'held')
    throw holdRefusal(meter.amountNanos, { ...row, outcome: row.outcome }, item.until)
  return meter
}
