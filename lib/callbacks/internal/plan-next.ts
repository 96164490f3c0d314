import type { DeliveryStatus } from '../schema'

export type Answer = { statusCode: number | null; retryAfterSeconds: number | null }
export type Plan = { status: DeliveryStatus; delaySeconds: number | null }

const JITTER = 0.2
const LONGEST_WAIT_SECONDS = 24 * 3600
const GONE = 410

/**
 * What follows an attempt. `retriesMade` is 0 after the first; `schedule` are the waits before each retry, to which up to a
 * fifth is added, so that many deliveries that failed together do not come back together. A receiver that names a later
 * time (`Retry-After`) is waited for.
 */
export function planNext(
  { statusCode, retryAfterSeconds }: Answer,
  retriesMade: number,
  schedule: readonly number[],
  random: () => number = Math.random,
): Plan {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300)
    return { status: 'delivered', delaySeconds: null }
  const wait = schedule[retriesMade]
  if (statusCode === GONE || wait === undefined) return { status: 'failed', delaySeconds: null }
  const asked = Math.min(retryAfterSeconds ?? 0, LONGEST_WAIT_SECONDS)
  return { status: 'pending', delaySeconds: Math.max(wait * (1 + JITTER * random()), asked) }
}
