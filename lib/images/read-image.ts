import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { isTaskId } from './internal/task-id'
import { toImageRecord } from './presenter'
import { findTask } from './repository'
import type { ImageRecord } from './schema'

/** One entry of the customer's history, finished or not. Never takes `b64_json`. */
export async function readImage(caller: Caller, id: string): Promise<ImageRecord> {
  const task = isTaskId(id) ? await findTask(caller.customerId, id) : undefined
  if (task === undefined) throw new AppError('task_not_found')
  return toImageRecord(task)
}
