import { findTaskForWork } from '../repository'
import { settleEnded } from './settle-ended'

/** Settles a task that ended and whose money did not; does nothing where both have. */
export async function settleTask(id: string): Promise<void> {
  const task = await findTaskForWork(id)
  if (task?.settlement && task.settled_at === null) await settleEnded(task, task.settlement)
}
