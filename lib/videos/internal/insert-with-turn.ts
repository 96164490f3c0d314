import { enqueue } from '@/lib/platform/jobs/enqueue'
import { takeTurnJob } from '../jobs'
import { insertTask, type NewTask } from '../repository'

/** The task, its claim on the held money and its first turn: all of them, or none. */
export function insertWithTurn(task: NewTask): Promise<void> {
  return insertTask(task, (transaction) =>
    enqueue(takeTurnJob, { taskId: task.id, turn: 0 }, { transaction, group: task.customer_id }),
  )
}
