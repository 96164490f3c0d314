import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { JobRun } from '@/lib/platform/jobs/job'
import { type AttemptPayload, attemptJob } from './jobs'
import { type PostedAttempt, postAttempt } from './post-attempt'
import { type ClaimedDelivery, claimAttempt, isAttemptDue, recordAttempt, releaseAttempt } from './repository'
import type { DeliveryStatus } from './schema'
import { TEST_EVENT } from './send-callback'
import { openSecrets } from './signing-secrets'

/** Longer than a POST can last, so that a second worker never makes the same attempt at the same time. */
const LEASE_SECONDS = 25

/**
 * Makes one attempt of a delivery, records it and queues the next one. May run twice: a recorded attempt is not made
 * again, one that a killed process left unfinished is.
 */
export async function deliverAttempt({ payload, signal }: JobRun<AttemptPayload>): Promise<void> {
  const { deliveryId, number } = payload
  const delivery = await claimAttempt(deliveryId, number, LEASE_SECONDS)
  if (delivery === undefined) {
    if (await isAttemptDue(deliveryId, number)) throw new Error('another process is making this attempt')
    return
  }
  try {
    const secrets = await openSecrets(delivery.customer_id)
    await conclude(delivery, number, await postAttempt(delivery, secrets, signal))
  } catch (error) {
    await releaseAttempt(deliveryId, number).catch(() => undefined)
    throw error
  }
}

async function conclude(delivery: ClaimedDelivery, number: number, posted: PostedAttempt): Promise<void> {
  const { retryAfterSeconds, ...attempt } = posted
  const schedule = delivery.event === TEST_EVENT ? [] : env().CALLBACK_RETRY_SECONDS.split(',').map(Number)
  const answer = { statusCode: posted.statusCode, retryAfterSeconds }
  const { status, delaySeconds } = planNext(answer, number - 1 - delivery.attempts_before, schedule)
  const now = clock.now()
  const outcome = {
    status,
    nextAttemptAt: delaySeconds === null ? null : new Date(now.getTime() + delaySeconds * 1000),
    endedAt: delaySeconds === null ? now : null,
  }
  const { responseHeaders, ...columns } = attempt
  const row = {
    ...columns,
    ...(responseHeaders !== null && { responseHeaders }),
    deliveryId: delivery.id,
    number,
  }
  await recordAttempt(row, outcome, async (transaction) => {
    if (delaySeconds === null) return
    const next = { deliveryId: delivery.id, number: number + 1 }
    const options = { transaction, startAfterSeconds: delaySeconds, group: delivery.customer_id }
    await enqueue(attemptJob, next, options)
  })
}

type Answer = { statusCode: number | null; retryAfterSeconds: number | null }
type Plan = { status: DeliveryStatus; delaySeconds: number | null }

const JITTER = 0.2
const LONGEST_WAIT_SECONDS = 24 * 3600
const GONE = 410

/**
 * What follows an attempt. `retriesMade` is 0 after the first; `schedule` are the waits before each retry, to which up
 * to a fifth is added, so that many deliveries that failed together are not retried together. A later time in the
 * receiver's `Retry-After` is honoured.
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
