import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { findTask, type ShownTask } from '../repository'
import { isTaskId } from './task-id'

/** The caller's own task. Another's, an unknown one and nonsense are one 404. */
export async function requireTask(caller: Caller, id: string): Promise<ShownTask> {
  const row = isTaskId(id) ? await findTask(caller.customerId, id) : undefined
  if (row === undefined) throw new AppError('task_not_found')
  return row
}
