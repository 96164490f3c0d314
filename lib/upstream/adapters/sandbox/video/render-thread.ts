import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { RenderMessage, ThreadData } from './desk/render-job'
import { renderFilm } from './film/render-film'

/** The thread in which one film is made. */
const NICENESS = 10

function say(message: RenderMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer)
}

async function work({ job, stop }: ThreadData): Promise<void> {
  // On Linux this is for the thread alone: the requests that the process answers come first.
  if (process.platform === 'linux') setPriority(NICENESS)
  try {
    const film = await renderFilm(job, (share) => {
      if (Atomics.load(stop, 0) === 1) throw new Error('nobody wants this film any more')
      say({ kind: 'progress', share })
    })
    say({ kind: 'made', film }, [film.video.buffer])
  } catch (error) {
    // Said, not thrown: the encoder's runtime has put itself in the way of what nobody catches.
    if (error instanceof UpstreamError && error.fault === 'rejected')
      say({ kind: 'failed', code: error.code ?? 'invalid_input', message: error.message })
    else
      say({
        kind: 'broken',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
  }
}

void work(workerData)
