import { ZodError, z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { isDatabaseAway } from '@/lib/platform/database-connection'
import { env } from '@/lib/platform/env'
import type { QueuedJob } from '@/lib/platform/jobs/job'
import { logger } from '@/lib/platform/logger'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { deleteObjects } from '@/lib/work/objects/keep-object'
import { type Overdue, type Plan, storeAway, type TaskKind } from '@/lib/work/tasks/kind'
import type { WaitingFor } from '@/lib/work/tasks/schema'
import { listUnsettledOf, sweepLeftovers } from '@/lib/work/tasks/settle'
import { whileOpen } from '@/lib/work/tasks/stop'
import { takeOver } from '@/lib/work/tasks/work'
import { drawTask, toResult, UpstreamBusy } from './internal/draw-task'
import { completeTask, failTask, TaskFault } from './internal/end-task'
import { finishStoring, leftoverIds, requireStore, storePictures } from './internal/store-pictures'
import { imageTable } from './internal/task-record'
import { deleteOld, findTaskForWork, ImageTurn, inTransaction, type TaskRow } from './repository'
import { HISTORY_DAYS } from './schema'
import {
  adoptTask,
  adoptWaiting,
  emptyExpired,
  imageTurnSql,
  insertOutputs,
  keepAnswer,
  overdueSql,
  repairTask,
} from './work-repository'

/** A task that is not drawn this long after a worker first claimed it fails. */
const DRAWN_WITHIN_MILLIS = 15 * 60 * 1000
/** An unexpected error may repeat, and each try may cost money at the provider. */
const MOST_RUNS_OF_UNKNOWN = 3
/** Tries at a provider that fails or cannot be reached: about two minutes. One that is busy or slow is tried for longer. */
const MOST_TRIES_OF_BROKEN = 8
const BUSY_RETRY_SECONDS = 2
/** While the object storage is unreachable. Constant, so that tasks finish soon after it is back. */
const STORE_RETRY_SECONDS = 5
/** For failures of any kind; the deadline comes first unless they are very quick. */
const MOST_TRIES = 50
const LONGEST_RETRY_SECONDS = 60

const upstreamBusy: WaitingFor = {
  code: 'upstream_busy',
  message: 'The provider is at its limit of concurrent images. The task will start when there is room.',
}

type ImagePlan = Plan & {
  /** A provider failed to draw the task once more. */
  isFailure?: boolean
  /** Nothing was started: the deadline counts from the next turn. */
  isUntouched?: boolean
}

/** Image tasks. Each turn tries to draw the task. */
export const imageTasks: TaskKind<ImageTurn, ImagePlan> & Overdue = {
  ...imageTable,
  concurrency: () => env().IMAGE_CONCURRENCY,
  maxTurnSeconds: 3600,
  perform: drawTurn,
  afterFailure: ({ tries }, error) => ({
    afterSeconds: Math.min(LONGEST_RETRY_SECONDS, 2 ** tries),
    isFailure: true,
    waitingFor: error instanceof TaskFault ? { code: error.code, message: error.message } : undefined,
  }),
  isUnrepeatable: () => false,
  row: ImageTurn,
  sql: imageTurnSql,
  planValues: ({ isFailure = false, isUntouched = false, waitingFor = null }) => ({
    failed: isFailure,
    untouched: isUntouched,
    waits: waitingFor,
  }),
  overdueSql,
  expire: endOverdue,
  // It is overdue within an hour, and `endOverdue` repairs it.
  repair: async () => false,
}

/**
 * Draws one task, stores its images and ends it. May run twice, even concurrently: only the latest run that claimed the
 * task can end it, and its meter ends once. Throws what should be retried.
 */
function drawTurn(turn: ImageTurn, signal: AbortSignal): Promise<ImagePlan | undefined> {
  return whileOpen(imageTable, turn.id, async (ended) => {
    const left = (turn.started_at?.getTime() ?? 0) + DRAWN_WITHIN_MILLIS - clock.now().getTime()
    // A timeout of 0 ms fires later: until then another try would start, and fail the task with its own error.
    const deadline = left > 0 ? AbortSignal.timeout(left) : AbortSignal.abort(lateError())
    const task = await withOutputs(turn)
    try {
      await work(task, AbortSignal.any([signal, ended, deadline]))
      return undefined
    } catch (error) {
      if (ended.aborted) return undefined
      if (signal.aborted) throw error
      if (error instanceof UpstreamBusy)
        return { afterSeconds: BUSY_RETRY_SECONDS, isUntouched: true, waitingFor: upstreamBusy }
      return failOrRetry(task, error, {
        isOver: deadline.aborted || task.tries >= MOST_TRIES,
        isBrokenForGood: task.tries + 1 >= MOST_TRIES_OF_BROKEN,
      })
    }
  })
}

/** The claim may not have seen the last writes of an earlier run. */
async function withOutputs(turn: ImageTurn): Promise<ImageTurn> {
  return turn.run === 1 ? turn : { ...turn, ...(await findTaskForWork(turn.id)), run: turn.run }
}

const lateError = () => new DOMException('The task was not finished in time.', 'TimeoutError')

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
  const made = toResult(task, drawn)
  const outputs = await storePictures(task, drawn.pictures)
  if (outputs.every(({ body }) => body === null)) {
    await completeTask(task, made, outputs)
    return
  }
  // The provider was paid for these images: the database keeps them until the storage, or another worker, takes them.
  await inTransaction(async (transaction) => {
    if (await keepAnswer(task.id, task.run, made, transaction))
      await insertOutputs(task.id, outputs, transaction)
  })
  throw new StorageError('the object storage did not take the pictures')
}

type Limits = { isOver: boolean; isBrokenForGood: boolean }

/** Throws what another turn retries, with growing delays. */
async function failOrRetry(task: TaskRow, error: unknown, patience: Limits): Promise<ImagePlan | undefined> {
  const fault = await lastFaultOf(task, error, patience)
  if (fault !== undefined) {
    await failTask(task, fault)
    return undefined
  }
  if (!(error instanceof StorageError)) throw error
  // The task's deadline, or `finishStoring`, ends the wait.
  logger.warn(
    { task: task.id, err: String(error.cause ?? error) },
    'an image task waits for the object storage',
  )
  return { afterSeconds: STORE_RETRY_SECONDS, waitingFor: storeAway }
}

/** The error that ends the task; undefined while a retry may succeed. */
async function lastFaultOf(
  task: TaskRow,
  error: unknown,
  { isOver, isBrokenForGood }: Limits,
): Promise<TaskFault | undefined> {
  if (error instanceof TaskFault) {
    const isBroken = error.code === 'upstream_error' && isBrokenForGood
    return error.isFinal || isOver || isBroken ? error : undefined
  }
  if (isDatabaseAway(error)) return undefined
  const details = { isFinal: true, cause: error }
  if (error instanceof StorageError) {
    // Finished images are never discarded: `finishStoring` ends the wait.
    if (!isOver || (await findTaskForWork(task.id))?.made) return undefined
    return new TaskFault('storage_error', 'The file storage could not be reached.', details)
  }
  if (!isOver && task.run < MOST_RUNS_OF_UNKNOWN) return undefined
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  return isLate
    ? new TaskFault('upstream_timeout', 'The task was not finished in time.', details)
    : new TaskFault('internal_error', 'Something went wrong on our side.', details)
}

/** For a task that no worker claimed or finished. Finished images are not discarded here either. */
async function endOverdue(id: string): Promise<void> {
  // Another version may be able to read a row that this process cannot. Only an overdue one is treated as damaged.
  const task = await takeOver(imageTasks, id).catch((error: unknown) => {
    if (!(error instanceof ZodError)) throw error
    return failUnreadable(id, error)
  })
  if (!task) return
  if (task.made) await completeTask(task, task.made, [])
  else
    await failTask(
      task,
      new TaskFault('execution_expired', 'The task was not finished in time.', { isFinal: true }),
    )
}

/** A row that no worker can read must fail, or its money would be held for ever. */
async function failUnreadable(id: string, cause: unknown): Promise<void> {
  await repairTask(id)
  const task = await findTaskForWork(id)
  if (task === undefined) return
  const message = 'Something went wrong on our side.'
  await failTask(task, new TaskFault('internal_error', message, { isFinal: true, cause }))
}

const DAY_MILLIS = 24 * 3600 * 1000
const AT_ONCE = 500

/** Cleans up after crashes (unsettled money, tasks without a worker) and deletes expired images and rows. */
export async function sweepTasks(): Promise<void> {
  await adoptWaiting()
  await sweepLeftovers(imageTasks)
  const now = clock.now()
  await emptyExpired(now)
  await deleteOld(new Date(now.getTime() - (HISTORY_DAYS + 1) * DAY_MILLIS), AT_ONCE)
}

/** Which of these meters belong to a task that is not settled yet. */
export function listOpenMeters(ids: string[]): Promise<string[]> {
  return listUnsettledOf(imageTasks, ids)
}

/** Jobs that the previous version enqueued. Nothing is enqueued any more; their tasks become due in their rows. */
export const runTaskJob: QueuedJob<{ taskId: string }> = {
  name: 'images.run-task',
  payload: z.object({ taskId: z.string() }),
  concurrency: () => 4,
  retryLimit: 50,
  retryDelaySeconds: 1,
  maxRetryDelaySeconds: 60,
  expireInSeconds: 3600,
}

export function adoptQueued({ payload }: { payload: { taskId: string } }): Promise<void> {
  return adoptTask(payload.taskId)
}
