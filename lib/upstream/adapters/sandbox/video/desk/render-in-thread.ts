import { Worker } from 'node:worker_threads'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { RenderFilm, RenderJob, RenderMessage } from './render-job'

type StartThread = (job: RenderJob) => Worker

const startThread: StartThread = (job) =>
  new Worker(new URL('../render-thread.ts', import.meta.url), { workerData: job, name: 'sandbox film' })

/** A thread for each film: it keeps the process answering, its memory goes with it, and it can be stopped at any moment. */
export function renderInThread(start: StartThread = startThread): RenderFilm {
  return (job, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const thread = start(job)
      const end = (settle: () => void) => {
        signal.removeEventListener('abort', onAbort)
        thread.removeAllListeners().on('error', () => undefined)
        void thread.terminate()
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
