import { listTasksOf } from '@/lib/media/boards/boards'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { cursorAt, decodeCursor, type PagePlace, toPage, withItems } from '@/lib/platform/page-cursor'
import { deleteObjects } from '@/lib/work/objects/keep-object'
import { eraseTasks } from '@/lib/work/tasks/settle'
import { endTask } from './internal/end-task'
import { imageTable, isFinished, isTaskId } from './internal/task-record'
import { toImageRecord, toImageTask } from './presenter'
import { findTask, inTransaction, listTasks as listRows, markDeleted, type TaskRow } from './repository'
import type {
  DeletedImage,
  ImageHistoryQuery,
  ImageHistoryReply,
  ImageRecord,
  ImageTask,
  ImageTaskList,
  ImageTaskListQuery,
} from './schema'
import { deleteOutputs } from './work-repository'

/** The customer's readable tasks, newest first. Listing never consumes `b64_json`. */
export async function listTasks(caller: Caller, query: ImageTaskListQuery): Promise<ImageTaskList> {
  const { limit, status, cursor, after } = query
  const place = cursor === '' ? await placeOf(caller, after) : decodeCursor(cursor, isTaskId)
  const rows = await listRows(caller.customerId, { status, readableAt: clock.now() }, place, limit + 1)
  const page = toPage(rows, limit, toImageTask, cursorAt)
  return { ...page, first_id: page.data[0]?.id ?? null, last_id: page.data.at(-1)?.id ?? null }
}

async function placeOf(caller: Caller, id: string): Promise<PagePlace | null> {
  if (id === '') return null
  const task = isTaskId(id) ? await findTask(caller.customerId, id) : undefined
  if (task === undefined) throw new AppError('invalid_cursor', { param: 'after' })
  return { createdAt: task.created_at, id }
}

/** The customer's history of 30 days, newest first. */
export async function listImages(caller: Caller, query: ImageHistoryQuery): Promise<ImageHistoryReply> {
  const { limit, cursor, status, model, board, q } = query
  const ids = board === undefined ? undefined : await listTasksOf(caller.customerId, board)
  const filter = { status, model, ids, text: q.trim() }
  const rows = await listRows(caller.customerId, filter, decodeCursor(cursor, isTaskId), limit + 1)
  return withItems(toPage(rows, limit, toImageRecord, cursorAt))
}

/** One entry of the customer's history, finished or not. Never consumes `b64_json`. */
export async function readImage(caller: Caller, id: string): Promise<ImageRecord> {
  return toImageRecord(await requireTask(caller, id))
}

/** Those of these tasks that are in the customer's history. */
export async function readImages(caller: Caller, ids: readonly string[]): Promise<ImageRecord[]> {
  const known = ids.filter(isTaskId)
  const rows = known.length > 0 ? await listRows(caller.customerId, { ids: known }, null, known.length) : []
  return rows.map(toImageRecord)
}

/** The caller's task. Throws the same 404 for another customer's, an unknown id, and text that is no id. */
export async function requireTask(caller: Caller, id: string): Promise<TaskRow> {
  const task = isTaskId(id) ? await findTask(caller.customerId, id) : undefined
  if (task === undefined) throw new AppError('task_not_found')
  return task
}

const cancelled = { to: 'cancelled', settlement: { kind: 'release' } } as const

/**
 * Cancels a task that has not ended. It costs nothing: the hold is released at once, the upstream is told to stop, and
 * anything it still makes is discarded. Throws 404 `task_not_found`, 409 `task_not_cancellable`.
 */
export async function cancelTask(caller: Caller, id: string): Promise<ImageTask> {
  const task = await requireTask(caller, id)
  if (!(await endTask(task, null, cancelled))) throw new AppError('task_not_cancellable')
  return toImageTask(await requireTask(caller, id))
}

/** Removes a task from the history, with its prompt and its pictures; one that has not ended is cancelled first. */
export async function deleteImage(caller: Caller, id: string): Promise<DeletedImage> {
  const task = await requireTask(caller, id)
  if (!isFinished(task.status)) await endTask(task, null, cancelled)
  await inTransaction(async (transaction) => {
    if (!(await markDeleted(caller.customerId, id, clock.now(), transaction)))
      throw new AppError('task_not_found')
    const objectIds = await deleteOutputs(id, transaction)
    await deleteObjects(caller.customerId, objectIds, transaction)
  })
  return { id, object: 'image', deleted: true }
}

/** Ends and deletes all image tasks of a deleted customer, with their prompts and pictures. True: nothing is left. */
export function eraseImagesOf(customerId: string): Promise<boolean> {
  const caller = { customerId, userId: null, apiKey: null, isOperator: false }
  return eraseTasks(imageTable, customerId, (id) => deleteImage(caller, id))
}
