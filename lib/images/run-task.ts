import { deleteObjects } from '@/lib/objects/keep-object'
import { clock } from '@/lib/platform/clock'
import { isDatabaseAway } from '@/lib/platform/is-database-away'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { JobRun } from '@/lib/platform/jobs/job'
import { logger } from '@/lib/platform/logger'
import { StorageError } from '@/lib/platform/storage/storage-error'
import { drawTask, toMade, UpstreamBusy } from './internal/draw-task'
import { completeTask, failTask, TaskFault } from './internal/end-task'
import { whileRunning } from './internal/running-tasks'
import { finishStoring, leftoverIds, requireStore, storePictures } from './internal/store-pictures'
import { runTaskJob, yieldSlot } from './jobs'
import { findTaskForWork, inTransaction, type TaskRow, takeTask } from './repository'
import { insertOutputs, keepAnswer, resetStart } from './work-repository'

/** From when a worker first took it: what is not drawn by then fails. */
const DRAWN_WITHIN_MILLIS = 15 * 60 * 1000
/** An error that nobody foresaw may repeat, and every try may cost money upstream. */
const MOST_RUNS_OF_UNKNOWN = 3
/** Tries at an upstream that fails or is away, in about two minutes. One that is at its limit, or slow, is asked for longer. */
const MOST_TRIES_OF_BROKEN = 8
const BUSY_RETRY_SECONDS = 2
/** While the store is away; what waits for it is there soon after it is back, however long it was away. */
const STORE_RETRY_SECONDS = 5

/**
 * Draws one task, stores its pictures and ends it. May run twice, also at the same time: only the run that took the task
 * last can end it, and its meter ends once.
 */
export async function runTask({
  payload,
  attempt,
  isLastAttempt,
  signal,
}: JobRun<{ taskId: string }>): Promise<void> {
  await whileRunning(payload.taskId, async (ended) => {
    const task = await takeTask(payload.taskId, clock.now())
    if (task === undefined) return
    const left = (task.started_at?.getTime() ?? 0) + DRAWN_WITHIN_MILLIS - clock.now().getTime()
    // A timer of no time fires later than now: until then one more try would begin, and end the task with its own error.
    const deadline = left > 0 ? AbortSignal.timeout(left) : AbortSignal.abort(lateError())
    try {
      await work(task, AbortSignal.any([signal, ended, deadline]))
    } catch (error) {
      if (ended.aborted) return
      if (signal.aborted) throw error
      if (error instanceof UpstreamBusy) await putBack(task)
      else {
        const isOver = deadline.aborted || isLastAttempt
        await failOrRetry(task, error, { isOver, isBrokenForGood: attempt + 1 >= MOST_TRIES_OF_BROKEN })
      }
    }
  })
}

const lateError = () => new DOMException('The task was not drawn in time.', 'TimeoutError')

async function work(task: TaskRow, signal: AbortSignal): Promise<void> {
  if (task.run > 1) await deleteObjects(task.customer_id, leftoverIds(task, task.run - 1))
  if (task.made) {
    await finishStoring(task, task.made)
    await completeTask(task, task.made, [])
    return
  }
  signal.throwIfAborted()
  await requireStore()
  const drawn = await drawTask(task, signal)
  signal.throwIfAborted()
  const made = toMade(task, drawn)
  const outputs = await storePictures(task, drawn.pictures)
  if (outputs.every(({ body }) => body === null)) {
    await completeTask(task, made, outputs)
    return
  }
  // What was paid for upstream waits in the database for the store, or for another worker.
  await inTransaction(async (transaction) => {
    if (await keepAnswer(task.id, task.run, made, transaction))
      await insertOutputs(task.id, outputs, transaction)
  })
  throw new StorageError('the object storage did not take the pictures')
}

/** Its slot goes to another task for a moment; nothing has begun yet. */
async function putBack(task: TaskRow): Promise<void> {
  await resetStart(task.id, task.run)
  await enqueue(runTaskJob, { taskId: task.id }, { startAfterSeconds: BUSY_RETRY_SECONDS })
}

type Patience = { isOver: boolean; isBrokenForGood: boolean }

/** Throws what the queue tries again. */
async function failOrRetry(task: TaskRow, error: unknown, patience: Patience): Promise<void> {
  const fault = await lastFaultOf(task, error, patience)
  if (fault !== undefined) {
    await failTask(task, fault)
    return
  }
  await yieldSlot(task)
  if (!(error instanceof StorageError)) throw error
  // Not by the queue, whose pauses grow. The task's own deadline, or `finishStoring`, ends the wait.
  logger.warn(
    { task: task.id, err: String(error.cause ?? error) },
    'an image task waits for the object storage',
  )
  await enqueue(runTaskJob, { taskId: task.id }, { startAfterSeconds: STORE_RETRY_SECONDS })
}

/** What the task fails with; undefined while another try may mend it. */
async function lastFaultOf(
  task: TaskRow,
  error: unknown,
  { isOver, isBrokenForGood }: Patience,
): Promise<TaskFault | undefined> {
  if (error instanceof TaskFault) {
    const isBroken = error.code === 'upstream_error' && isBrokenForGood
    return error.isFinal || isOver || isBroken ? error : undefined
  }
  if (isDatabaseAway(error)) return undefined
  const details = { isFinal: true, cause: error }
  if (error instanceof StorageError) {
    // Pictures that were made are never given up: `finishStoring` ends the wait.
    if (!isOver || (await findTaskForWork(task.id))?.made) return undefined
    return new TaskFault('storage_error', 'The object storage could not be reached.', details)
  }
  if (!isOver && task.run < MOST_RUNS_OF_UNKNOWN) return undefined
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  return isLate
    ? new TaskFault('upstream_timeout', 'The task was not drawn in time.', details)
    : new TaskFault('internal_error', 'Something went wrong on our side.', details)
}
