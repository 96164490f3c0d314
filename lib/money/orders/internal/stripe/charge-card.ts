import type Stripe from 'stripe'
import { clock } from '@/lib/platform/clock'
import type { OrderRow, PaymentReading, PaymentStage } from '../orders/order'
import { askStripe, parseReply, StripePaymentIntent } from './client'

/** Stripe keeps an idempotency key for at least a day: within this time a repeated call has no further effect. */
const KEY_MILLIS = 20 * 60 * 60 * 1000

/**
 * Charges the saved card for an automatic order, once even across crashes: the order exists before Stripe is called, and its id is
 * the idempotency key. When Stripe may no longer have the key, nothing is charged: an existing payment is looked up, and without
 * one the order has failed. A success books nothing yet; it counts when Stripe's event or a later check reports it. Throws the
 * errors of `askStripe`; then the next sweep continues.
 */
export async function makePayment(order: OrderRow): Promise<PaymentReading> {
  const isKeyKnown = clock.now().getTime() - order.createdAt.getTime() < KEY_MILLIS
  const charged = isKeyKnown ? await charge(order) : await findCharge(order)
  if (charged === undefined) return { payment: 'open', failure: 'payment_failed' }
  const session = cardPaymentFacts(order, charged.intentId)
  if (charged.failure) return { payment: 'failed', failure: charged.failure, session }
  return { payment: 'processing', session }
}

type Charged = { intentId: string | null; failure?: NonNullable<PaymentReading['failure']> }

function charge(order: OrderRow): Promise<Charged> {
  return askStripe(async (stripe) => {
    try {
      const parameters = paymentParameters(order)
      const { id } = await stripe.paymentIntents.create(parameters, { idempotencyKey: order.id })
      return { intentId: id }
    } catch (error) {
      if (error instanceof stripe.errors.StripeCardError)
        return { intentId: error.payment_intent?.id ?? null, failure: failureOfCard(error.code) }
      if (isGone(error, stripe)) return { intentId: null, failure: 'payment_failed' }
      throw error
    }
  })
}

/** Whether the card or its payer no longer exists. */
function isGone(error: unknown, { errors }: Stripe): boolean {
  return error instanceof errors.StripeInvalidRequestError && [400, 404].includes(error.statusCode ?? 0)
}

/** Detaches a card from its payer, so it can no longer be charged. Safe to repeat. Throws the errors of `askStripe`. */
export async function detachCard(paymentMethodId: string): Promise<void> {
  await askStripe(async (stripe) => {
    try {
      await stripe.paymentMethods.detach(paymentMethodId)
    } catch (error) {
      if (!isGone(error, stripe)) throw error
    }
  })
}

/** Derived from the order alone, so a repeated call is identical. */
function paymentParameters(order: OrderRow): Stripe.PaymentIntentCreateParams {
  const { id, customerId, priceCents, stripeCustomerId, paymentMethodId } = order
  if (stripeCustomerId === null || paymentMethodId === null) throw new Error(`order ${id} has no saved card`)
  return {
    amount: priceCents,
    currency: 'usd',
    customer: stripeCustomerId,
    payment_method: paymentMethodId,
    allowed_payment_method_types: ['card'],
    off_session: true,
    confirm: true,
    description: `Order ${id} (automatic top-up)`,
    metadata: { order_id: id, channel: 'stripe', customer_id: customerId, automatic: 'true' },
  }
}

async function findCharge(order: OrderRow): Promise<Charged | undefined> {
  const { id, stripeCustomerId, createdAt } = order
  const created = { gte: Math.floor(createdAt.getTime() / 1000) - 3600 }
  return askStripe(async (stripe) => {
    const list = stripe.paymentIntents.list({ customer: stripeCustomerId ?? '', created, limit: 100 })
    for await (const one of list) {
      const intent = parseReply(StripePaymentIntent, one)
      if (intent.metadata?.order_id === id) return { intentId: intent.id }
    }
    return undefined
  })
}

/** The stage of a payment without its cardholder: one that needs the cardholder has failed. */
export function stageOfIntent({ status }: StripePaymentIntent): PaymentStage {
  if (status === 'succeeded') return 'paid'
  return status === 'processing' ? 'processing' : 'failed'
}

export function failureOfCard(code: string | null | undefined): 'authentication_required' | 'card_declined' {
  return code === 'authentication_required' ? code : 'card_declined'
}

/** The payment facts of an order without a payment page. */
export function cardPaymentFacts(
  { priceCents, stripeCustomerId }: OrderRow,
  paymentIntentId: string | null,
): NonNullable<PaymentReading['session']> {
  return {
    id: null,
    paymentIntentId,
    chargedCents: priceCents,
    taxCents: 0,
    stripeCustomerId,
    buyerName: null,
    buyerEmail: null,
  }
}
