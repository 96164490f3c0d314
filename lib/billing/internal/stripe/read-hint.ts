import type { z } from 'zod'
import { isRecord } from '@/lib/platform/json'
import type { PaymentHint } from '../orders/reading'
import { StripeCharge, StripeDispute, type StripeEvent, StripeRefund, StripeSession } from './stripe-objects'
import { sumDisputes } from './sum-disputes'

/** Which payment an event speaks of, by all names it gives, and what it says of it. */
export type EventSubject = {
  sessionId: string | null
  paymentIntentId: string | null
  orderId: string | null
  hint: PaymentHint
}

/** Undefined for events that are nothing to us. */
export function readHint({ type, data }: StripeEvent): EventSubject | undefined {
  if (type.startsWith('checkout.session.')) return ofSession(type, data.object)
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

function ofCharge(object: unknown): EventSubject | undefined {
  const charge = parse(StripeCharge, object)
  if (!charge) return undefined
  const refundedCents = charge.amount_refunded
  return { ...namesOf(charge), hint: refundedCents == null ? {} : { refundedCents } }
}

/** It says what was paid back by itself, not in all: at least so much, and that there is something to ask about. */
function ofRefund(object: unknown): EventSubject | undefined {
  const refund = parse(StripeRefund, object)
  if (!refund) return undefined
  const isDone = refund.status === 'succeeded' && refund.amount != null
  return { ...namesOf(refund), hint: isDone ? { refundedCents: refund.amount ?? 0 } : {} }
}

function ofDispute(object: unknown): EventSubject | undefined {
  const dispute = parse(StripeDispute, object)
  return dispute && { ...namesOf(dispute), hint: { disputes: sumDisputes([dispute]) } }
}

function namesOf(object: {
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
