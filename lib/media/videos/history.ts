import { listTasksOf } from '@/lib/media/boards/boards'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { wakeWorkers } from '@/lib/platform/jobs/job-queue'
import { cursorAt, decodeCursor, type PagePlace, toPage, withItems } from '@/lib/platform/page-cursor'
import { deleteObjects } from '@/lib/work/objects/keep-object'
import { isOpen } from '@/lib/work/tasks/kind'
import { eraseTasks } from '@/lib/work/tasks/settle'
import { runLastTurn } from '@/lib/work/tasks/work'
import { announce, settleVideo } from './internal/end-task'
import { isTaskId } from './internal/task-record'
import { toVideoRecord, toVideoTask } from './presenter'
import { deleteFromHistory, findTask, listTasks, type ShownTask } from './repository'
import type {
  DeletedVideo,
  VideoHistoryQuery,
  VideoHistoryReply,
  VideoList,
  VideoListQuery,
  VideoRecord,
  VideoTask,
} from './schema'
import { videoTasks } from './turns'
import { end } from './work-repository'

/** The customer's tasks, newest first. Throws 400 `invalid_cursor`. */
export async function listVideos(caller: Caller, query: VideoListQuery): Promise<VideoList> {
  const after = await placeOf(caller, query)
  const rows = await listTasks(caller.customerId, { status: query.status }, after, query.limit + 1)
  const page = toPage(rows, query.limit, toVideoTask, cursorAt)
  return { ...page, first_id: page.data[0]?.id ?? null, last_id: page.data.at(-1)?.id ?? null }
}

async function placeOf(caller: Caller, { cursor, after }: VideoListQuery): Promise<PagePlace | null> {
  if (cursor !== '' || after === '') return decodeCursor(cursor, isTaskId)
  const row = isTaskId(after) ? await findTask(caller.customerId, after) : undefined
  if (row === undefined) throw new AppError('invalid_cursor', { param: 'after' })
  return { createdAt: row.created_at, id: row.id }
}

/** The customer's videos of the last 30 days with what was requested, newest first. Throws 400 `invalid_cursor`. */
export async function listVideoHistory(caller: Caller, query: VideoHistoryQuery): Promise<VideoHistoryReply> {
  const { status, model, board, q, limit } = query
  const ids = board === undefined ? undefined : await listTasksOf(caller.customerId, board)
  const filter = { status, ids, model: model || undefined, text: q.trim() || undefined }
  const rows = await listTasks(caller.customerId, filter, decodeCursor(query.cursor, isTaskId), limit + 1)
  return withItems(toPage(rows, limit, toVideoRecord, cursorAt))
}

const POLL_SECONDS = 5

/** One task with newly signed links, and when to poll again (null once it is finished). Throws 404 `task_not_found`. */
export async function readVideo(
  caller: Caller,
  id: string,
): Promise<{ value: VideoTask; retryAfterSeconds: number | null }> {
  const row = await requireTask(caller, id)
  return { value: toVideoTask(row), retryAfterSeconds: isOpen(row.status) ? POLL_SECONDS : null }
}

/** One video of the history. Throws 404 `task_not_found`. */
export async function readVideoRecord(caller: Caller, id: string): Promise<VideoRecord> {
  return toVideoRecord(await requireTask(caller, id))
}

/** Those of these tasks that are in the customer's history. */
export async function readVideos(caller: Caller, ids: readonly string[]): Promise<VideoRecord[]> {
  const known = ids.filter(isTaskId)
  const rows = known.length > 0 ? await listTasks(caller.customerId, { ids: known }, null, known.length) : []
  return rows.map(toVideoRecord)
}

/** The caller's task. Throws the same 404 for another customer's, an unknown id, and text that is no id. */
async function requireTask(caller: Caller, id: string): Promise<ShownTask> {
  const row = isTaskId(id) ? await findTask(caller.customerId, id) : undefined
  if (row === undefined) throw new AppError('task_not_found')
  return row
}

/** How long a caller waits for the upstream to cancel; after that, the next turns do. */
const CANCEL_WAIT_MILLIS = 5000

/**
 * Cancels a task. If no upstream has it, or the upstream cancels it at once, its hold is released before this returns;
 * otherwise once the upstream's outcome is known. Throws 404 `task_not_found`, 409 `task_not_cancellable`.
 */
export async function cancelVideo(caller: Caller, id: string): Promise<VideoTask> {
  const row = await requireTask(caller, id)
  if (!isOpen(row.status)) throw new AppError('task_not_cancellable')
  const finishedAt = clock.now()
  const isOurs = await end(id, 'cancelled', { error: null, finishedAt }, announce)
  if (!isOurs) throw new AppError('task_not_cancellable')
  // Cancels upstream and settles, as a worker would. If this fails, or a worker has the task now, that worker does.
  const isTaken = await runLastTurn(videoTasks, id, AbortSignal.timeout(CANCEL_WAIT_MILLIS))
  if (!isTaken) await settleVideo(id)
  wakeWorkers(videoTasks.name)
  return toVideoTask(await requireTask(caller, id))
}

/** Removes a finished video from the history, with its files. Throws 404, or 409 while it is running. */
export async function deleteVideo(caller: Caller, id: string): Promise<DeletedVideo> {
  const { customerId } = caller
  const { status } = await requireTask(caller, id)
  if (isOpen(status))
    throw new AppError('task_not_finished', { message: 'This task is still running. Cancel it first.' })
  const isHidden = await deleteFromHistory(customerId, id, (objectIds, transaction) =>
    deleteObjects(customerId, objectIds, transaction),
  )
  if (!isHidden) throw new AppError('task_not_found')
  return { id, object: 'video', deleted: true }
}

/** Cancels and deletes all videos of a deleted customer. True: nothing is left. */
export function eraseVideosOf(customerId: string): Promise<boolean> {
  const caller = { customerId, userId: null, apiKey: null, isOperator: false }
  return eraseTasks(videoTasks, customerId, async (id) => {
    await cancelVideo(caller, id).catch(unlessEnded)
    await deleteVideo(caller, id)
  })
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'task_not_cancellable') throw error
}
