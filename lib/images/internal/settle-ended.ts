import { clock } from '@/lib/platform/clock'
import { releaseTaskMeter, settleTaskMeter } from '@/lib/usage/task-meter'
import type { TaskRow } from '../repository'
import { markSettled } from '../work-repository'
import type { Settlement } from './task-record'

/**
 * Ends the meter of a task that has ended, as its row says. The row is written first and the money follows, so a crash
 * between the two is mended by doing it again: a meter ends only once.
 */
export async function settleEnded(
  { id, meter }: Pick<TaskRow, 'id' | 'meter'>,
  settlement: Settlement,
): Promise<void> {
  if (settlement.kind === 'release') {
    await releaseTaskMeter(meter)
    await markSettled(id, clock.now(), 0n)
    return
  }
  const { costNanos } = await settleTaskMeter(meter, settlement.reading)
  await markSettled(id, clock.now(), costNanos)
}
