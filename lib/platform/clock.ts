import { setImmediate as nextTurn } from 'node:timers/promises'

/** The present moment, in one place so that tests can move it. */
export const clock = {
  now: (): Date => new Date(),
}

/** So long may one request work before others get their turn. */
const SLICE_MILLIS = 10

/**
 * For work that grows with what a caller sent: call it between small steps, and await what it returns. The event loop is free
 * once in every slice of time. Rejects with the signal's reason once that aborts.
 */
export function timeSlices(signal?: AbortSignal): () => Promise<void> | undefined {
  let began = performance.now()
  const rest = async () => {
    await nextTurn()
    signal?.throwIfAborted()
    began = performance.now()
  }
  return () => (performance.now() - began < SLICE_MILLIS ? undefined : rest())
}
