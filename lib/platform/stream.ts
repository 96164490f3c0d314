import type { Readable } from 'node:stream'
import type { Caller } from './caller'
import { logger } from './logger'
import type { ByteRange } from './storage/object-storage'

/** A response that is sent while it is produced. `start` is called once, after the headers are sent. */
export type StreamBody = { start(sink: Sink): void }

/** The target of a streamed response. After the client hung up, writes are discarded. */
export type Sink = {
  /** False: stop until `onDrain`'s callback is called. */
  write(bytes: Buffer | string): boolean
  /** Called each time writing may continue after a `false`. */
  onDrain(callback: () => void): void
  end(): void
  /** Cuts the response short, so that the client sees that it is incomplete. */
  destroy(): void
}

/** Who follows a stream of events that lasts. */
export type Watcher = {
  caller: Caller
  /** Aborts when they hang up. */
  signal: AbortSignal
  /** Whether they may still watch. Asked once a minute. */
  isStillIn(): Promise<boolean>
  /** The last event's id: milliseconds since 1970. */
  after: number | undefined
}

/**
 * Sends a stream with backpressure. `signal` aborts when the client hangs up. If the stream breaks, the response is cut
 * short, so that it does not look complete.
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

/** A file to answer with. The bytes at its URL never change. */
export type ServedFile = {
  mimeType: string
  sizeBytes: number
  /** With quotes. */
  etag: string
  /** Until then the URL answers the same bytes. */
  goodUntil: Date
  /** Whether shared caches may store it. */
  isShared: boolean
  fileName: string
  isDownload: boolean
  /** The bytes, or those of the range, which must lie inside. */
  open(range?: ByteRange): Promise<Readable>
}

let due: (() => void)[] = []

/**
 * Work that has to run before anything else is sent to a client, once per turn of the event loop: every door runs it before
 * it writes, and otherwise the end of the turn does.
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
