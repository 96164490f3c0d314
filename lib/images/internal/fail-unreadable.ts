import { repairTask } from '../repair-repository'
import { findTaskForWork } from '../repository'
import { failTask } from './fail-task'
import { TaskFault } from './task-fault'

/** A task whose row no worker could read ends as failed all the same, or its money would be held for ever. */
export async function failUnreadable(id: string, cause: unknown): Promise<void> {
  await repairTask(id)
  const task = await findTaskForWork(id)
  if (task === undefined) return
  const message = 'Something went wrong on our side.'
  await failTask(task, new TaskFault('internal_error', message, { isFinal: true, cause }))
}
