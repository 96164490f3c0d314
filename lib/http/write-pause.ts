import { performance } from 'node:perf_hooks'

const MEASURED_MILLIS = 100
/** Below this share of its time a process has no need to save. */
const BUSY_FROM = 0.4
const LONGEST_MILLIS = 100

let before = performance.eventLoopUtilization()
let measuredAt = Number.NEGATIVE_INFINITY
let pauseMillis = 0

/**
 * How long a stream pauses between two writes, in milliseconds: 0 while this process has time, and the busier it is the
 * longer, up to a tenth of a second. Writing to a socket is most of what a piece of a stream costs.
 */
export function writePause(now: number): number {
  if (now - measuredAt < MEASURED_MILLIS) return pauseMillis
  const current = performance.eventLoopUtilization()
  const { utilization } = performance.eventLoopUtilization(current, before)
  before = current
  measuredAt = now
  pauseMillis = Math.round(Math.max(0, ((utilization - BUSY_FROM) / (1 - BUSY_FROM)) * LONGEST_MILLIS))
  return pauseMillis
}
