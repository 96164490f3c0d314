import { hold } from '@/lib/billing/ledger'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { boundedHold, toHoldItem } from './internal/hold-item'
import { holdRefusal, holdUnknown } from './internal/hold-refusal'

/**
 * The meter of work that outlives its request. Plain data: the task's row keeps it, and whichever process ends the task
 * settles it. Its life: open → keep (with the task's row) → settle; or open → release where the task was not made.
 */
export type TaskMeter = {
  /** `req_…`: of the hold and of the usage row. */
  id: string
  customerId: string
  apiKeyId: string | null
  apiKeyName: string | null
  startedAt: Date
  /** What is held: the most that the task can cost. */
  amountNanos: bigint
}

/**
 * Holds `amountNanos` for a task that is about to be made. Until `keepTaskMeter` the hold is this process's, and a
 * crash gives it back. Throws `insufficient_quota` or `key_limit_exceeded` (402), `service_unavailable` (503).
 */
export async function openTaskMeter(caller: Caller, amountNanos: bigint): Promise<TaskMeter> {
  const meter: TaskMeter = {
    id: newId('req'),
    customerId: caller.customerId,
    apiKeyId: caller.apiKey?.id ?? null,
    apiKeyName: caller.apiKey?.name ?? null,
    startedAt: clock.now(),
    amountNanos: boundedHold(amountNanos),
  }
  const row = await hold(toHoldItem(caller, meter.id, meter.amountNanos, meter.startedAt)).catch(
    (error: unknown) => {
      throw holdUnknown(error)
    },
  )
  if (row.outcome !== 'held') throw holdRefusal(meter.amountNanos, { ...row, outcome: row.outcome })
  return meter
}
