import { availableParallelism } from 'node:os'
import { remember } from '@/lib/platform/remember'

/** Pictures drawn at once in this process: one core stays free for the requests that it answers. */
const SLOTS = Math.max(1, availableParallelism() - 1)

type Slots = { taken: number; queue: Set<() => void> }

const slots = remember<Slots>('sandbox-drawing-slots', () => ({ taken: 0, queue: new Set() }))

/** Runs `draw` in one of the slots, first come, first served. Rejects with the signal's reason while it waits for one. */
export async function inDrawingSlot<T>(signal: AbortSignal, draw: () => Promise<T>): Promise<T> {
  if (slots.taken >= SLOTS) await untilNext(signal)
  else slots.taken += 1
  try {
    signal.throwIfAborted()
    return await draw()
  } finally {
    const [next] = slots.queue
    // The slot is handed on and never free in between, so that a newcomer does not overtake the queue.
    if (next) next()
    else slots.taken -= 1
  }
}

function untilNext(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const leave = () => {
      slots.queue.delete(begin)
      reject(signal.reason)
    }
    const begin = () => {
      signal.removeEventListener('abort', leave)
      slots.queue.delete(begin)
      resolve()
    }
    signal.addEventListener('abort', leave, { once: true })
    slots.queue.add(begin)
  })
}
