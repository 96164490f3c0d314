import { Worker } from 'node:worker_threads'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { RenderFilm, RenderMessage, ThreadData } from './render-job'

type StartThread = (data: ThreadData) => Worker

const startThread: StartThread = (data) =>
  new Worker(new URL('../render-thread.ts', import.meta.url), { workerData: data, name: 'sandbox film' })

/** A film in work is asked whether to go on every quarter of a second or so. */
const ENDING_MILLIS = 10_000

/**
 * A thread for each film: it keeps the process answering, its memory goes with it, and it can be stopped. It ends by itself,
 * also when it is given up: Node may crash where threads that are at work in native code are terminated (nodejs/node#56312).
 */
export function renderInThread(start: StartThread = startThread): RenderFilm {
  return (job, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
      const thread = start({ job, stop })
      const end = (settle: () => void) => {
        signal.removeEventListener('abort', onAbort)
        thread.removeAllListeners()
        letEnd(thread, stop)
        settle()
      }
      const onAbort = () => end(() => reject(signal.reason))
      signal.addEventListener('abort', onAbort, { once: true })
      thread.on('message', (message: RenderMessage) => {
        if (message.kind === 'progress') onProgress(message.share)
        else if (message.kind === 'made') end(() => resolve(message.film))
        else if (message.kind === 'failed') end(() => reject(new UpstreamError('rejected', message)))
        else end(() => reject(new Error(message.message)))
      })
      thread.on('error', (error) => end(() => reject(error)))
      thread.on('exit', (code) => end(() => reject(new Error(`the film's thread ended by itself (${code})`))))
    })
}

function letEnd(thread: Worker, stop: Int32Array): void {
  Atomics.store(stop, 0, 1)
  const impatience = setTimeout(() => void thread.terminate(), ENDING_MILLIS)
  thread.unref()
  thread.on('error', () => undefined).once('exit', () => clearTimeout(impatience))
}
