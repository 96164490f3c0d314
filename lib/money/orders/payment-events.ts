import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { applyEvent } from './internal/orders/apply-event'
import { type ListedEvent, listEvents, verifyEvent } from './internal/stripe/events'
import { deleteEventsBefore, findEventsRead, saveEventsRead } from './internal/stripe/repository'
import { readPaymentsMode } from './offer'
import type { WebhookReply } from './orders-schema'

/**
 * Stripe reports that something happened to a payment. Acknowledged only when all its effects are booked: should
 * anything fail, Stripe sends it again, and what never arrives is found by `sweepPaymentEvents`.
 */
export async function receivePaymentEvent(
  body: Buffer,
  signature: string | undefined,
): Promise<WebhookReply> {
  await applyEvent(await verifyEvent(body, signature))
  return { received: true }
}

const MINUTE = 60_000
/** Stripe forgets events that are older. */
const STRIPE_KEEPS_MILLIS = 30 * 24 * 60 * MINUTE
/** An event may show in the list later than its time says, or later than one with a later time. */
const OVERLAP_MILLIS = 60 * MINUTE
const TOGETHER = 5
const awayCodes = new Set<string>(['upstream_timeout', 'upstream_unavailable', 'rate_limit_exceeded'])

/**
 * Reads Stripe's events since the last sweep and processes them as if their webhooks had arrived: so a refund, a
 * dispute or a payment whose webhook is lost is booked all the same. How far was read is stored in the database, in
 * Stripe's own time. It advances when all were processed, and not past one that could not be: the next sweep finds that
 * one again. Concurrent sweeps do the same twice, which changes nothing. Returns how many events were read.
 */
export async function sweepPaymentEvents(): Promise<number> {
  if (readPaymentsMode() !== 'stripe') return 0
  const now = clock.now()
  const before = await findEventsRead()
  const oldest = now.getTime() - STRIPE_KEEPS_MILLIS
  if (before && before.askedAt.getTime() < oldest)
    logger.error(
      { from: before.askedAt, until: new Date(oldest) },
      'PAYMENT EVENTS UNSEEN: Stripe keeps them for 30 days, and it was not asked for longer; compare the refunds and disputes of that time by hand',
    )
  const since = new Date(Math.max(oldest, (before?.seenAt?.getTime() ?? 0) - OVERLAP_MILLIS))
  try {
    const { count, seenAt } = await readSince(since)
    await saveEventsRead({ seenAt: seenAt ?? before?.seenAt ?? null, askedAt: now })
    return count
  } catch (error) {
    logger.warn({ since, err: String(error) }, 'the events of Stripe could not be read; they will be')
    return 0
  }
}

/** `seenAt`: up to when everything was processed, by Stripe's clock. Undefined: there was nothing. */
async function readSince(since: Date): Promise<{ count: number; seenAt: Date | undefined }> {
  let count = 0
  let newest = Number.NEGATIVE_INFINITY
  let oldestLeft = Number.POSITIVE_INFINITY
  for await (const events of listEvents(since)) {
    for (let from = 0; from < events.length; from += TOGETHER) {
      const some = events.slice(from, from + TOGETHER)
      const outcomes = await Promise.all(some.map(isProcessed))
      for (const [index, { created }] of some.entries())
        if (outcomes[index]) newest = Math.max(newest, created)
        else oldestLeft = Math.min(oldestLeft, created)
    }
    count += events.length
  }
  const seconds = Number.isFinite(oldestLeft) ? oldestLeft : newest
  return { count, seenAt: count === 0 ? undefined : new Date(seconds * 1000) }
}

/** Throws when Stripe is away: it would not answer for the others either. */
async function isProcessed(event: ListedEvent): Promise<boolean> {
  try {
    await applyEvent(event)
    return true
  } catch (error) {
    if (error instanceof AppError && awayCodes.has(error.code)) throw error
    const { id, type } = event
    logger.error({ eventId: id, type, err: String(error) }, 'an event of Stripe cannot be dealt with')
    return false
  }
}

/** Stripe repeats an event for three days, and by hand for thirty. */
const KEPT_MILLIS = 60 * 24 * 60 * 60 * 1000

/** Deletes events that cannot arrive again. Should one do so anyway, it is processed anew and changes nothing. */
export function deleteOldPaymentEvents(): Promise<number> {
  return deleteEventsBefore(new Date(clock.now().getTime() - KEPT_MILLIS))
}
