import { Readable } from 'node:stream'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { type StreamBody, streamBytes } from '@/lib/platform/stream'
import { failureAsError } from '@/lib/platform/task-failures'
import { hasEnded } from '@/lib/work/tasks/stop'
import { createGeneration } from './create-task'
import { requireTask } from './history'
import {
  openSources,
  type Part,
  type Source,
  toChunks,
  withPicture,
  withPictures,
} from './internal/picture-text'
import { imageTable } from './internal/task-record'
import { toImagesReply } from './presenter'
import { unreadableCode } from './read-task'
import type { TaskRow } from './repository'
import type { CreatedImageTask, GenerateImagesRequest, ImageQuality, ImagesReply } from './schema'

/** Synchronous generation, in OpenAI's format: an ordinary task for which the client waits. */

/**
 * Starts the task. Idempotency keys have no spaces, so the prefixed one cannot collide with the key of an asynchronous
 * request.
 */
export function createAwaited(
  caller: Caller,
  request: GenerateImagesRequest,
  idempotencyKey?: string,
): Promise<CreatedImageTask> {
  const {
    response_format: _format,
    stream: _stream,
    partial_images: _partial,
    user: _user,
    style: _style,
    ...asked
  } = request
  const quality = currentQuality(asked.quality)
  return createGeneration(caller, { ...asked, quality }, idempotencyKey && `awaited ${idempotencyKey}`)
}

function currentQuality(quality: GenerateImagesRequest['quality']): ImageQuality | undefined {
  if (quality === 'standard') return 'auto'
  return quality === 'hd' ? 'high' : quality
}

type Wanted = Pick<GenerateImagesRequest, 'stream' | 'response_format'>
/** `signal` aborts when the client disconnects. */
type Waiting = { millis: number; signal: AbortSignal }

/**
 * The task's result: JSON, or server-sent events, one for each image. Undefined if it is still running after `millis`.
 * The one-time result is not consumed, so a response that was lost can still be read. Throws the task's failure;
 * `task_cancelled`, `task_not_found`, `image_expired`, `image_already_retrieved`; StorageError; and
 * `client_closed_request` if the client disconnects; its task continues.
 */
export async function deliverPictures(
  caller: Caller,
  id: string,
  { stream, response_format }: Wanted,
  { millis, signal }: Waiting,
): Promise<string | StreamBody | undefined> {
  if (!(await hasEnded(imageTable, id, { millis, signal }))) return undefined
  const task = await findCompleted(caller, id)
  // An image that could not be stored has no link.
  const hasLinks = response_format === 'url' && task.outputs.every(({ object_id }) => object_id !== null)
  const reply = toImagesReply(task, hasLinks)
  if (hasLinks) return JSON.stringify(reply)
  const { sources, discard } = await openSources(task)
  const text = toChunks(stream ? toEvents(reply, sources) : toJson(reply, sources))
  return streamBytes(Readable.from(text, { objectMode: false }).once('close', discard), signal)
}

/** Images are kept longer than their task can be read. */
async function findCompleted(caller: Caller, id: string): Promise<TaskRow> {
  const task = await requireTask(caller, id)
  if (task.error !== null) throw failureAsError(task.error)
  if (task.status !== 'completed') throw new AppError('task_cancelled')
  const code = unreadableCode({ ...task, expires_at: null }, clock.now())
  if (code !== undefined) throw new AppError(code)
  return task
}

function* toJson({ data, ...rest }: ImagesReply, sources: readonly Source[]): Generator<Part> {
  yield* withPictures(rest, data, sources)
  yield ']}'
}

const noUsage = {
  input_tokens: 0,
  output_tokens: 0,
  total_tokens: 0,
  input_tokens_details: { text_tokens: 0, image_tokens: 0 },
}

/**
 * Each event has all the fields of OpenAI's. The usage of all images is in the last one, so that the sum is right; zeros
 * where the provider counts nothing.
 */
function* toEvents(reply: ImagesReply, sources: readonly Source[]): Generator<Part> {
  const { created, data: _data, usage, background = 'auto', ...settings } = reply
  const type = 'image_generation.completed'
  for (const [index, source] of sources.entries()) {
    const used = index === sources.length - 1 ? (usage ?? noUsage) : noUsage
    const event = { type, created_at: created, background, ...settings, usage: used }
    yield `event: ${type}\ndata: `
    yield* withPicture(event, source)
    yield '\n\n'
  }
}
