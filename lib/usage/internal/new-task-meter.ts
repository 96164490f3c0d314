import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import type { TaskMeter } from '../task-meter'
import { boundedHold } from './hold-item'

/** A meter that holds nothing yet. */
export function newTaskMeter(caller: Caller, amountNanos: bigint): TaskMeter {
  return {
    id: newId('req'),
    customerId: caller.customerId,
    apiKeyId: caller.apiKey?.id ?? null,
    apiKeyName: caller.apiKey?.name ?? null,
    startedAt: clock.now(),
    amountNanos: boundedHold(amountNanos),
  }
}
