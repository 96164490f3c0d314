import type { Readable } from 'node:stream'
import { logger } from './logger'
import type { ByteRange } from './storage/object-storage'

/** A response that is sent while it is produced. `start` is called once, after the head was sent. */
export type StreamBody = { start(sink: Sink): void }

/** Where a streamed answer goes. After the client hung up, writes go nowhere. */
export type Sink = {
  /** False: stop until `onDrain`'s callback is called. */
  write(bytes: Buffer | string): boolean
  /** Called each time writing may go on after a `false`. */
  onDrain(callback: () => void): void
  end(): void
  /** Ends without the mark of a complete answer. */
  destroy(): void
}

/**
 * Sends a stream as fast as the client reads it: what it does not read is not pulled. `signal` says that the client hung
 * up. A stream that breaks cuts the response short, so that no one mistakes a part for the whole.
 */
export function streamBytes(source: Readable, signal: AbortSignal): StreamBody {
  return {
    start(sink) {
      const stop = () => void source.destroy()
      source.once('close', () => signal.removeEventListener('abort', stop))
      source.once('end', () => sink.end())
      source.once('error', (error) => {
        if (!signal.aborted) logger.warn({ err: error.name }, 'a stream broke while it was being sent')
        sink.destroy()
      })
      if (signal.aborted) {
        stop()
        return
      }
      signal.addEventListener('abort', stop, { once: true })
      sink.onDrain(() => void source.resume())
      source.on('data', (chunk: Buffer) => {
        if (!sink.write(chunk)) source.pause()
      })
    },
  }
}

/** A file to answer with, whose bytes never change under its address. */
export type ServedFile = {
  mimeType: string
  sizeBytes: number
  /** With its quotes. */
  etag: string
  /** Until then the same address answers the same bytes. */
  goodUntil: Date
  /** Whether caches that many people share may keep it. */
  isShared: boolean
  fileName: string
  isDownload: boolean
  /** The bytes, or those of the range, which must lie inside. */
  open(range?: ByteRange): Promise<Readable>
}

let due: (() => void)[] = []

/**
 * Work that has to be done before anything more is sent to a client, once for all that is answered in a turn of the event
 * loop: every door runs it before it writes, and the end of the turn does where nothing is written.
 */
export const beforeAnswers = {
  add(work: () => void): void {
    due.push(work)
    if (due.length === 1) setImmediate(run)
  },
  run,
}

function run(): void {
  if (due.length === 0) return
  const work = due
  due = []
  for (const one of work) one()
}
