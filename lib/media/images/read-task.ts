import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { type StreamBody, streamBytes } from '@/lib/platform/stream'
import { requireTask } from './history'
import { openSources, type Source, toChunks, withPictures } from './internal/picture-text'
import { isFinished } from './internal/task-record'
import { toImageTask } from './presenter'
import type { TaskRow } from './repository'
import type { ImageTask } from './schema'
import { claimResult, completeClaim, releaseClaim } from './work-repository'

type Reading = {
  /** The request wants a body, so the first one consumes `b64_json`. */
  takesResult: boolean
  /** Aborts when the client disconnects. */
  signal: AbortSignal
}

type Polled = { value: ImageTask; retryAfterSeconds: number | null } | StreamBody

const POLL_SECONDS = 2
const CLAIM_SECONDS = 1

/**
 * One of the customer's tasks. The first read of a completed task is a stream with `b64_json`; later reads have only the
 * links. Throws 404 `task_not_found`, 409 `result_claim_in_progress`, 410 `image_expired` or
 * `image_already_retrieved`; StorageError.
 */
export async function readTask(
  caller: Caller,
  id: string,
  { takesResult, signal }: Reading,
): Promise<Polled> {
  const task = await findReadable(caller, id)
  if (task.status !== 'completed' || task.claimed_at !== null || !takesResult)
    return { value: toImageTask(task), retryAfterSeconds: isFinished(task.status) ? null : POLL_SECONDS }
  const stream = await claimStream(task, signal)
  if (stream) return stream
  const other = await findReadable(caller, id)
  if (other.claimed_at === null)
    throw new AppError('result_claim_in_progress', { retryAfterSeconds: CLAIM_SECONDS })
  return { value: toImageTask(other), retryAfterSeconds: null }
}

async function findReadable(caller: Caller, id: string): Promise<TaskRow> {
  const task = await requireTask(caller, id)
  const code = unreadableCode(task, clock.now())
  if (code !== undefined) throw new AppError(code)
  return task
}

/**
 * Why a task can no longer be read: the task or all its images have expired, or the images were delivered and never
 * stored. Undefined if it can be read.
 */
export function unreadableCode(
  task: Pick<TaskRow, 'status' | 'expires_at' | 'claimed_at' | 'outputs'>,
  now: Date,
): 'image_expired' | 'image_already_retrieved' | undefined {
  if (task.expires_at !== null && task.expires_at <= now) return 'image_expired'
  if (task.status !== 'completed') return undefined
  const isThere = (output: TaskRow['outputs'][number]) =>
    output.has_body || (output.object_expires_at !== null && output.object_expires_at > now)
  if (task.outputs.some(isThere)) return undefined
  return task.outputs.some(({ object_id }) => object_id !== null)
    ? 'image_expired'
    : 'image_already_retrieved'
}

/** A read that makes no progress for this long loses its claim. */
const LEASE_SECONDS = 60
const RENEW_AFTER_MILLIS = 15_000

/**
 * Claims the one-time result for this read. The claim is final once all but the last bytes have been sent. If the client
 * disconnects before, the next read gets the whole result. Undefined if another read has the claim.
 */
async function claimStream(task: TaskRow, signal: AbortSignal): Promise<StreamBody | undefined> {
  const token = randomUUID()
  if (!(await claimResult(task.id, token, LEASE_SECONDS))) return undefined
  const release = () =>
    releaseClaim(task.id, token).catch((error: unknown) =>
      // The lease ends anyway.
      logger.warn({ task: task.id, err: String(error) }, 'a claim could not be released'),
    )
  let renewedAt = performance.now()
  try {
    const { sources, discard } = await openSources(task)
    const stream = resultStream(toImageTask(task), sources, {
      async onChunk() {
        if (performance.now() - renewedAt < RENEW_AFTER_MILLIS) return
        renewedAt = performance.now()
        if (!(await claimResult(task.id, token, LEASE_SECONDS)))
          throw new AppError('result_claim_in_progress')
      },
      async onComplete() {
        if (!(await completeClaim(task.id, token, clock.now())))
          throw new AppError('result_claim_in_progress')
      },
      onEnd(isComplete) {
        discard()
        if (!isComplete) void release()
      },
    })
    return streamBytes(stream, signal)
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * The task as JSON with the `b64_json` of each image, with at most a slice of one image in memory. `onChunk` is called
 * before every chunk, `onComplete` before the last; if either throws, the response is cut short. `onEnd` is called once,
 * even if nothing was read.
 */
function resultStream(
  task: ImageTask,
  sources: readonly Source[],
  { onChunk, onComplete, onEnd }: Hooks & { onEnd(isComplete: boolean): void },
): Readable {
  let isComplete = false
  const complete = async () => {
    await onComplete()
    isComplete = true
  }
  const stream = Readable.from(chunks(task, sources, { onChunk, onComplete: complete }), {
    objectMode: false,
  })
  // Not in the generator: one that is never read from never ends.
  return stream.once('close', () => onEnd(isComplete))
}

type Hooks = { onChunk(): Promise<void>; onComplete(): Promise<void> }

async function* chunks(
  { data, ...rest }: ImageTask,
  sources: readonly Source[],
  hooks: Hooks,
): AsyncGenerator<Buffer> {
  yield* toChunks(withPictures(rest, data, sources), hooks.onChunk)
  await hooks.onComplete()
  yield Buffer.from(']}')
}
