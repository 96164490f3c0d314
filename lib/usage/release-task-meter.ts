import { settle } from '@/lib/billing/ledger'
import type { TaskMeter } from './task-meter'

/** Gives the money back and makes no usage row: the task was never made, or was called off before any work. */
export async function releaseTaskMeter(meter: TaskMeter): Promise<void> {
  await settle({ id: meter.id, cost: '0' }, null)
}
