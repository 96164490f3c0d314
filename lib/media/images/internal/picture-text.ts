import { Readable } from 'node:stream'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { readObject } from '@/lib/work/objects/read-object'
import type { TaskRow } from '../repository'
import { readBodySlice } from '../work-repository'

/** The images of a completed task as base64 in a JSON answer, with at most a slice of one in memory. */

/** A multiple of three, so that every chunk but the last is base64 without padding. */
const SLICE_BYTES = 3 * 64 * 1024

/** Opens an image when it is next in the response. */
export type Source = () => Promise<AsyncIterable<Uint8Array>>

type Opened = {
  sources: readonly Source[]
  /** Closes an image that was opened and not read. */
  discard(): void
}

/** The sources of a task's images. The first is opened at once, so that an unreachable storage is noticed before the response. */
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

/** Text, or an image within it. */
export type Part = string | Source

/** A value as JSON, with its image as `b64_json`. */
export function withPicture(value: object, source: Source): Part[] {
  const rest = JSON.stringify(value).slice(1)
  return ['{"b64_json":"', source, rest === '}' ? '"}' : `",${rest}`]
}

/** A non-empty object as JSON, with the list `data` of values with their images. The caller closes it with `]}`. */
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

/** `onChunk` is called before every chunk of an image; if it throws, the stream ends. */
export async function* toChunks(
  parts: Iterable<Part>,
  onChunk: () => Promise<void> = async () => undefined,
): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (typeof part === 'string') yield Buffer.from(part)
    else
      for await (const chunk of toBase64(await part())) {
        await onChunk()
        yield chunk
      }
  }
}

async function* toBase64(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const all = Buffer.concat([rest, chunk])
    const whole = all.length - (all.length % 3)
    rest = all.subarray(whole)
    if (whole > 0) yield Buffer.from(all.toString('base64', 0, whole), 'latin1')
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1')
}
