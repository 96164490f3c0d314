import { releaseTaskMeter, settleTaskMeter } from '@/lib/usage/task-meter'
import { findTaskForWork } from './repository'
import { markSettled } from './work-repository'

/** Books how a task's money ends, once that is decided. May run any number of times. */
export async function settleVideo(id: string): Promise<void> {
  const row = await findTaskForWork(id)
  if (row === undefined || row.settlement === null || row.settled_at !== null) return
  if (row.settlement.kind === 'release') {
    await releaseTaskMeter(row.meter)
    await markSettled(id, 0n)
    return
  }
  const { costNanos } = await settleTaskMeter(row.meter, row.settlement.reading)
  await markSettled(id, costNanos)
}
