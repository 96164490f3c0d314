import type { Readable } from 'node:stream'
import { logger } from './logger'
import type { StreamBody } from './stream'

/**
 * Sends a stream as fast as the client takes it: what it does not take is not read. `signal` says that the client hung
 * up. A stream that breaks cuts the answer short, so that no one takes a part for the whole.
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
