import { setImmediate } from 'node:timers/promises'

const SLICE_MILLIS = 8

/** Of all long counts of this process: each turn of the event loop has one slice of one of them. */
let lastTurn = Promise.resolve()

/**
 * The sum of the counts, or some number above `most` as soon as it is more. Whoever sends megabytes has them counted a
 * few milliseconds at a time, and holds up nobody: neither other requests nor, by many at once, shorter counts.
 */
export async function countInTurns(
  counts: Iterable<number>,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  let sum = 0
  let since = performance.now()
  for (const count of counts) {
    sum += count
    if (sum > most) break
    if (performance.now() - since < SLICE_MILLIS) continue
    await nextTurn()
    since = performance.now()
  }
  return sum
}

function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}
