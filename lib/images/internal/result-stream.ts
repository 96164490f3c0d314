import { Readable } from 'node:stream'
import { readObject } from '@/lib/objects/read-object'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { readBodySlice } from '../output-repository'
import type { TaskRow } from '../repository'
import type { ImageTask } from '../schema'

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

/**
 * The task as JSON with each picture's `b64_json` in it, never more than a slice of one in memory. `onPiece` is called
 * before every piece, `onComplete` before the last one: what it throws cuts the answer short. `onEnd` is called once,
 * also where nothing was read.
 */
export function resultStream(
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
