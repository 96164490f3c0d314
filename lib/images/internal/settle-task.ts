import { clock } from '@/lib/platform/clock'
import { releaseTaskMeter } from '@/lib/usage/release-task-meter'
import { settleTaskMeter } from '@/lib/usage/settle-task-meter'
import { findTaskForWork } from '../repository'
import { markSettled } from '../work-repository'

/**
 * Ends the meter of a task that has ended, as its row says. The row is written first and the money follows, so a crash
 * between the two is mended by doing it again: a meter ends only once.
 */
export async function settleTask(id: string): Promise<void> {
  const task = await findTaskForWork(id)
  if (!task?.settlement || task.settled_at !== null) return
  const { settlement, meter } = task
  if (settlement.kind === 'release') {
    await releaseTaskMeter(meter)
    await markSettled(id, clock.now(), 0n)
    return
  }
  const { costNanos } = await settleTaskMeter(meter, settlement.reading)
  await markSettled(id, clock.now(), costNanos)
}
