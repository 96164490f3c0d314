import { Readable } from 'node:stream'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { readObject } from '@/lib/work/objects/read-object'
import type { TaskRow } from '../repository'
import { readBodySlice } from '../work-repository'

/** The pictures of a completed task as base64 in the text of an answer, never more than a slice of one in memory. */

/** A multiple of three, so that every chunk but the last is base64 without padding. */
const SLICE_BYTES = 3 * 64 * 1024

/** A picture, opened when it is next in the response. */
export type Source = () => Promise<AsyncIterable<Uint8Array>>

type Opened = {
  sources: readonly Source[]
  /** Closes what was opened and perhaps not read. */
  discard(): void
}

/** The source of each picture's bytes. The first is opened at once: a store that is away is detected before any response. */
export async function openSources(task: TaskRow): Promise<Opened> {
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

/** Text, or a picture in it. */
export type Part = string | Source

/** A value as JSON, with its picture as `b64_json`. */
export function withPicture(value: object, source: Source): Part[] {
  const rest = JSON.stringify(value).slice(1)
  return ['{"b64_json":"', source, rest === '}' ? '"}' : `",${rest}`]
}

/** A value that has fields as JSON, with the list `data` of values with their pictures. What closes it, `]}`, is left to the caller. */
export function* withPictures(
  value: object,
  data: readonly object[],
  sources: readonly Source[],
): Generator<Part> {
  yield `${JSON.stringify(value).slice(0, -1)},"data":[`
  for (const [index, source] of sources.entries()) {
    if (index > 0) yield ','
    yield* withPicture(data[index] ?? {}, source)
  }
}

/** `onChunk` is called before every chunk of a picture; what it throws ends it. */
export async function* inChunks(
  parts: Iterable<Part>,
  onChunk: () => Promise<void> = async () => undefined,
): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (typeof part === 'string') yield Buffer.from(part)
    else
      for await (const chunk of inBase64(await part())) {
        await onChunk()
        yield chunk
      }
  }
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
