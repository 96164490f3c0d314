import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { type StreamBody, streamBytes } from '@/lib/platform/stream'
import { requireTask } from './history'
import { inChunks, openSources, type Source, withPictures } from './internal/picture-text'
import { isFinished } from './internal/task-record'
import { toImageTask } from './presenter'
import type { TaskRow } from './repository'
import type { ImageTask } from './schema'
import { claimResult, completeClaim, releaseClaim } from './work-repository'

type Reading = {
  /** The read wants the body, and so consumes `b64_json` if it is the first. */
  takesResult: boolean
  /** Aborts when the client hung up. */
  signal: AbortSignal
}

type Polled = { value: ImageTask; retryAfterSeconds: number | null } | StreamBody

const POLL_SECONDS = 2
const CLAIM_SECONDS = 1

/**
 * One task of the customer's. The first read of a completed one is a stream that carries `b64_json`; later ones have the
 * links alone. Throws 404 `task_not_found`, 409 `result_claim_in_progress`, 410 `image_expired` or
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
 * Why a task of the customer's cannot be read (any more): it has expired, or all its pictures have, or they were
 * delivered and not stored. Undefined: it can.
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

/** A read that shows no progress for this long has lost its claim. */
const LEASE_SECONDS = 60
const RENEW_AFTER_MILLIS = 15_000

/**
 * Claims the one-time result for this read. The claim is final when all but the last bytes are with the client; for a
 * client that hangs up before, the next read may have it all. Undefined: another read has the claim.
 */
async function claimStream(task: TaskRow, signal: AbortSignal): Promise<StreamBody | undefined> {
  const token = randomUUID()
  if (!(await claimResult(task.id, token, LEASE_SECONDS))) return undefined
  const release = () =>
    releaseClaim(task.id, token).catch((error: unknown) =>
      // Its lease ends by itself.
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
 * The task as JSON with each picture's `b64_json` in it, never more than a slice of one in memory. `onChunk` is called
 * before every chunk, `onComplete` before the last one: if either throws, the response is cut short. `onEnd` is called
 * once, also where nothing was read.
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
  // Not at the generator's own end: one that was never read from has none.
  return stream.once('close', () => onEnd(isComplete))
}

type Hooks = { onChunk(): Promise<void>; onComplete(): Promise<void> }

async function* chunks(
  { data, ...rest }: ImageTask,
  sources: readonly Source[],
  hooks: Hooks,
): AsyncGenerator<Buffer> {
  yield* inChunks(withPictures(rest, data, sources), hooks.onChunk)
  await hooks.onComplete()
  yield Buffer.from(']}')
}
