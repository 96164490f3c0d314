import { availableParallelism } from 'node:os'
import { remember } from '@/lib/platform/remember'

/** Pictures drawn at once in this process: one core stays free for the requests that it answers. */
const EASELS = Math.max(1, availableParallelism() - 1)

type Easels = { taken: number; line: Set<() => void> }

const easels = remember<Easels>('sandbox-easels', () => ({ taken: 0, line: new Set() }))

/** Paints when it is this picture's turn, first come, first served. Rejects with the signal's reason while it waits. */
export async function atEasel<T>(signal: AbortSignal, paint: () => Promise<T>): Promise<T> {
  if (easels.taken >= EASELS) await untilCalled(signal)
  else easels.taken += 1
  try {
    signal.throwIfAborted()
    return await paint()
  } finally {
    const [next] = easels.line
    // The place is handed on, so that nobody who comes now is before the line.
    if (next) next()
    else easels.taken -= 1
  }
}

function untilCalled(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const leave = () => {
      easels.line.delete(come)
      reject(signal.reason)
    }
    const come = () => {
      signal.removeEventListener('abort', leave)
      easels.line.delete(come)
      resolve()
    }
    signal.addEventListener('abort', leave, { once: true })
    easels.line.add(come)
  })
}
