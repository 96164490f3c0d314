import { z } from 'zod'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { isRecord } from '@/lib/platform/json'
import { logger } from '@/lib/platform/logger'
import type { PaymentHint } from '../orders/order'
import {
  askStripe,
  parseReply,
  StripeCharge,
  StripeDispute,
  StripeEvent,
  StripePaymentIntent,
  StripeRefund,
  StripeSession,
} from './client'
import { sumDisputes } from './read-payment'

const HEADER = 'Stripe-Signature'

/**
 * Verifies that a webhook is Stripe's: signed with the endpoint's secret at most five minutes ago. Throws 400 for anything else,
 * and 503 where no secret is configured.
 */
export async function verifyEvent(body: Buffer, signature: string | undefined): Promise<StripeEvent> {
  const secret = env().STRIPE_WEBHOOK_SECRET
  if (secret === undefined)
    throw new AppError('service_unavailable', {
      message: 'Stripe webhooks are not configured: STRIPE_WEBHOOK_SECRET is missing.',
    })
  if (signature === undefined)
    throw new AppError('missing_parameter', { param: HEADER, message: `The ${HEADER} header is missing.` })
  const event = StripeEvent.safeParse(await construct(body, signature, secret))
  if (!event.success) throw new AppError('invalid_json', { message: 'The body is not a Stripe event.' })
  return event.data
}

async function construct(body: Buffer, signature: string, secret: string): Promise<unknown> {
  const { default: Stripe } = await import('stripe')
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret)
  } catch (error) {
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError
    if (!isForged) throw new AppError('invalid_json', { message: 'The body is not a Stripe event.' })
    logger.warn({ reason: error.message.split('\n')[0] }, 'a webhook has an invalid signature')
    throw new AppError('invalid_parameter', {
      param: HEADER,
      message: `The ${HEADER} header does not match the body, or is older than five minutes.`,
    })
  }
}

/** The event types that our webhook subscribes to (README.md has the same list); Stripe lists at most twenty at once. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  // For automatic top-ups only: a payment page reports by its session.
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

const PAGE = 100

const ListedEvent = StripeEvent.extend({ created: z.number().int() })
export type ListedEvent = z.infer<typeof ListedEvent>

/**
 * Pages of the events of our types that Stripe created at or after `since`, newest first. Stripe keeps them for thirty days.
 * Throws the errors of `askStripe`.
 */
export async function* listEvents(since: Date): AsyncGenerator<ListedEvent[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  let last: string | undefined
  for (;;) {
    const starting_after = last
    const page = await askStripe((stripe) =>
      stripe.events.list({
        types: eventTypes,
        created,
        limit: PAGE,
        ...(starting_after !== undefined && { starting_after }),
      }),
    )
    const events = parseReply(z.array(ListedEvent), page.data)
    yield events
    last = events.at(-1)?.id
    if (!page.has_more || last === undefined) return
  }
}

/** The payment that an event is about, by all ids that it has, and what it reports. */
export type EventSubject = {
  sessionId: string | null
  paymentIntentId: string | null
  orderId: string | null
  hint: PaymentHint
}

/** The subject of an event; undefined for irrelevant ones. */
export function readHint({ type, data }: StripeEvent): EventSubject | undefined {
  if (type.startsWith('checkout.session.')) return ofSession(type, data.object)
  if (type.startsWith('payment_intent.')) return ofIntent(data.object)
  if (type.startsWith('charge.dispute.')) return ofDispute(data.object)
  if (type.startsWith('refund.') || type.startsWith('charge.refund.')) return ofRefund(data.object)
  if (type === 'charge.refunded') return ofCharge(data.object)
  return undefined
}

function ofSession(type: string, object: unknown): EventSubject | undefined {
  const session = parse(StripeSession, object)
  if (!session) return undefined
  const intent = session.payment_intent
  return {
    sessionId: session.id,
    paymentIntentId: (typeof intent === 'object' ? intent?.id : intent) ?? null,
    orderId: session.metadata?.order_id ?? session.client_reference_id ?? null,
    hint: {
      sessionId: session.id,
      session,
      paymentFailed: type === 'checkout.session.async_payment_failed',
    },
  }
}

function ofIntent(object: unknown): EventSubject | undefined {
  const intent = parse(StripePaymentIntent, object)
  const orderId = intent?.metadata?.order_id
  if (!intent || orderId === undefined || intent.metadata?.automatic !== 'true') return undefined
  return { sessionId: null, paymentIntentId: intent.id, orderId, hint: { intent } }
}

function ofCharge(object: unknown): EventSubject | undefined {
  const charge = parse(StripeCharge, object)
  if (!charge) return undefined
  const refundedCents = charge.amount_refunded
  return { ...idsOf(charge), hint: refundedCents == null ? {} : { refundedCents } }
}

/** A refund event states one refund and not the total, so at least this much was refunded. */
function ofRefund(object: unknown): EventSubject | undefined {
  const refund = parse(StripeRefund, object)
  if (!refund) return undefined
  const isDone = refund.status === 'succeeded' && refund.amount != null
  return { ...idsOf(refund), hint: isDone ? { refundedCents: refund.amount ?? 0 } : {} }
}

function ofDispute(object: unknown): EventSubject | undefined {
  const dispute = parse(StripeDispute, object)
  return dispute && { ...idsOf(dispute), hint: { disputes: sumDisputes([dispute]) } }
}

function idsOf(object: {
  payment_intent: string | null
  metadata?: Record<string, string> | null | undefined
}) {
  return {
    sessionId: null,
    paymentIntentId: object.payment_intent,
    orderId: object.metadata?.order_id ?? null,
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, object: unknown): z.output<Schema> | undefined {
  return isRecord(object) ? schema.safeParse(object).data : undefined
}
