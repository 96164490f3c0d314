import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { readObject } from '@/lib/objects/read-object'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { type StreamBody, streamBytes } from '@/lib/platform/stream'
import { isFinished, isTaskId } from './internal/task-record'
import { claimResult, completeClaim, readBodySlice, releaseClaim } from './output-repository'
import { toImageTask } from './presenter'
import { findTask, type TaskRow } from './repository'
import type { ImageTask } from './schema'

type Reading = {
  /** The read wants the body, and so takes `b64_json` if it is the first. */
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
  const task = isTaskId(id) ? await findTask(caller.customerId, id) : undefined
  if (task === undefined) throw new AppError('task_not_found')
  const code = unreadableCode(task, clock.now())
  if (code !== undefined) throw new AppError(code)
  return task
}

/**
 * Why a task of the customer's cannot be read (any more): its time is over, all its pictures are, or they were handed
 * over and kept nowhere. Undefined: it can.
 */
function unreadableCode(
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
 * Claims the one-time result for this read. The claim is final when all but the last bytes are with the client; a client
 * that hangs up before has got nothing, and the next read may have it all. Undefined: another read has the claim.
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
      async onPiece() {
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

/** A multiple of three, so that every piece but the last is base64 without padding. */
const SLICE_BYTES = 3 * 64 * 1024

/** The pictures of a completed task, opened one after the other while the answer is sent. */
type Source = () => Promise<AsyncIterable<Uint8Array>>

type Opened = {
  sources: readonly Source[]
  /** Lets go of what was opened and perhaps not read. */
  discard(): void
}

/** Where each picture's bytes come from. The first is opened at once: a store that is away is found out before any answer. */
async function openSources(task: TaskRow): Promise<Opened> {
  const sources = task.outputs.map((output) => () => openOutput(task, output))
  const [first, ...others] = sources
  const opened = await first?.()
  return {
    sources: opened ? [async () => opened, ...others] : [],
    discard: () => opened instanceof Readable && opened.destroy(),
  }
}

async function openOutput(
  task: TaskRow,
  output: TaskRow['outputs'][number],
): Promise<AsyncIterable<Uint8Array>> {
  if (output.object_id === null) return bodySlices(task.id, output)
  const object = await readObject(task.customer_id, output.object_id)
  if (object === null) throw new StorageError('a picture is not in the store any more')
  return object.open()
}

async function* bodySlices(taskId: string, { position, size_bytes }: TaskRow['outputs'][number]) {
  for (let start = 0; start < size_bytes; start += SLICE_BYTES)
    yield await readBodySlice(taskId, position, { start, length: SLICE_BYTES })
}

/**
 * The task as JSON with each picture's `b64_json` in it, never more than a slice of one in memory. `onPiece` is called
 * before every piece, `onComplete` before the last one: what it throws cuts the answer short. `onEnd` is called once,
 * also where nothing was read.
 */
function resultStream(
  task: ImageTask,
  sources: readonly Source[],
  { onPiece, onComplete, onEnd }: Hooks & { onEnd(isComplete: boolean): void },
): Readable {
  let isComplete = false
  const complete = async () => {
    await onComplete()
    isComplete = true
  }
  const stream = Readable.from(pieces(task, sources, { onPiece, onComplete: complete }), {
    objectMode: false,
  })
  // Not at the generator's own end: one that was never read from has none.
  return stream.once('close', () => onEnd(isComplete))
}

type Hooks = { onPiece(): Promise<void>; onComplete(): Promise<void> }

async function* pieces(task: ImageTask, sources: readonly Source[], hooks: Hooks): AsyncGenerator<Buffer> {
  const { data, ...rest } = task
  const head = JSON.stringify(rest).slice(0, -1)
  yield Buffer.from(`${head},"data":[`)
  for (const [index, source] of sources.entries()) {
    yield Buffer.from(`${index > 0 ? ',' : ''}${JSON.stringify(data[index]).slice(0, -1)},"b64_json":"`)
    for await (const piece of inBase64(await source())) {
      await hooks.onPiece()
      yield piece
    }
    yield Buffer.from('"}')
  }
  await hooks.onComplete()
  yield Buffer.from(']}')
}

async function* inBase64(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const all = Buffer.concat([rest, chunk])
    const whole = all.length - (all.length % 3)
    rest = all.subarray(whole)
    if (whole > 0) yield Buffer.from(all.toString('base64', 0, whole), 'latin1')
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1')
}
