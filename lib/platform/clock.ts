import { setImmediate as nextTurn } from 'node:timers/promises'

/** The current time, in one place so that tests can move it. */
export const clock = {
  now: (): Date => new Date(),
}

/** How long one request may compute before others get their turn. */
const SLICE_MILLIS = 10

/**
 * For work that grows with a caller's input: call the result between small steps and await what it returns, so that the
 * event loop is free once per slice of time. Rejects with the signal's reason once that aborts.
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
