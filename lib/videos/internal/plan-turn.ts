import { enqueue } from '@/lib/platform/jobs/enqueue'
import { takeTurnJob } from '../jobs'
import type { TaskRow } from '../repository'
import { type News, nextTurn } from '../work-repository'

/** Ends this turn with what it learned, and puts the next one into the queue. Does nothing when this turn was overtaken. */
export async function planTurn(
  row: Pick<TaskRow, 'id' | 'customer_id' | 'turn'>,
  afterSeconds: number,
  news?: News,
): Promise<void> {
  await nextTurn(row, { afterSeconds, news }, (transaction) =>
    enqueue(
      takeTurnJob,
      { taskId: row.id, turn: row.turn + 1 },
      { transaction, group: row.customer_id, startAfterSeconds: afterSeconds },
    ),
  )
}
