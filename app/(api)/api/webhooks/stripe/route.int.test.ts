import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { base, buy, openDoors } from '@/app/(api)/api-account/user/billing/testing'
import { type Buyer, newBuyer } from '@/lib/money/orders/testing/new-buyer'
import { listCreditsOf } from '@/lib/money/orders/testing/order-life'
import { startStripe } from '@/lib/money/orders/testing/stripe/stripe-stand-in'
import { type Event, got, type Session, stripeId } from '@/lib/money/orders/testing/stripe/stripe-state'
import { env } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'

const stripe = await startStripe()
const { call, close } = await openDoors()
const configured = { ...env() }
afterAll(() => {
  close()
  stripe.close()
})

const path = '/api/webhooks/stripe'
let buyer: Buyer
beforeEach(async () => {
  buyer = await newBuyer()
})
afterEach(() => {
  Object.assign(env(), configured)
  stripe.trouble = () => undefined
})

function event(type: string, object: unknown): Event {
  return { id: stripeId('evt'), object: 'event', type, created: 1, data: { object } }
}

describe("Stripe's webhook", () => {
  const send = (one: Event) => call('POST', path, stripe.sign(one))
  const statusOf = async (orderId: string) =>
    Object((await call('GET', `${base}/payment-status/${orderId}`, { key: buyer.key })).body)

  async function paidOrder() {
    const { order_id, session_id } = await buy(call, buyer)
    stripe.payer.pay(session_id)
    const completed = got(
      new Map(stripe.state.eventsOf(session_id).map((one) => [one.type, one])),
      'checkout.session.completed',
    )
    return { order_id, session_id, completed, session: got(stripe.state.sessions, session_id) }
  }

  it('books a payment once, however often it is reported', async () => {
    const { order_id, completed } = await paidOrder()
    for (let i = 0; i < 3; i++)
      expect(await send(completed)).toMatchObject({ status: 200, body: { received: true } })
    expect(await send({ ...completed, id: stripeId('evt') })).toMatchObject({ status: 200 })
    expect(await statusOf(order_id)).toMatchObject({ status: 'paid', checkout_url: null })
    expect(await listCreditsOf(order_id)).toEqual([{ kind: 'purchase', amountNanos: 9_500_000_000n }])
  })

  it('accepts a signed event that is ahead of Stripe’s answer, once', async () => {
    const { order_id, session_id } = await buy(call, buyer)
    const session = { ...got(stripe.state.sessions, session_id), status: 'complete', payment_status: 'paid' }
    for (let count = 0; count < 2; count++)
      expect((await send(event('checkout.session.completed', session))).status).toBe(200)
    expect(await statusOf(order_id)).toMatchObject({ status: 'paid' })
    expect(await listCreditsOf(order_id)).toEqual([{ kind: 'purchase', amountNanos: 9_500_000_000n }])
  })

  it.each<[string, Partial<Session>]>([
    ['amount', { amount_subtotal: 100, amount_total: 100 }],
    ['amount after a discount', { amount_total: 900 }],
    ['currency', { currency: 'jpy' }],
    ['channel', { metadata: { channel: 'paypal' } }],
    ['mode', { mode: 'subscription' }],
    ['reference', { client_reference_id: 'ord_other' }],
  ])('gives nothing for another %s than was ordered, and says so loudly', async (_what, other) => {
    const { order_id, completed, session } = await paidOrder()
    Object.assign(session, other)
    const loud = vi.spyOn(logger, 'error')
    expect((await send(completed)).status).toBe(200)
    expect(loud).toHaveBeenCalledWith(
      expect.objectContaining({ orderId: order_id }),
      expect.stringMatching(/MISMATCH/),
    )
    expect(await statusOf(order_id)).toMatchObject({
      status: 'failed',
      failure: { code: 'payment_mismatch' },
      documents: { invoice: false, receipt: false },
    })
    expect(await listCreditsOf(order_id)).toEqual([])
  })

  it('adds nothing for a second session that names the order', async () => {
    const { order_id, session } = await paidOrder()
    const foreign = { ...session, id: stripeId('cs_test'), payment_intent: null }
    stripe.state.sessions.set(foreign.id, foreign)
    session.payment_status = 'unpaid'
    const loud = vi.spyOn(logger, 'error')
    expect((await send(event('checkout.session.completed', foreign))).status).toBe(200)
    expect(loud).toHaveBeenCalledWith(expect.anything(), expect.stringMatching(/MISMATCH/))
    expect(await listCreditsOf(order_id)).toEqual([])
  })

  it('acknowledges irrelevant events, sessions and payments', async () => {
    const { session } = await paidOrder()
    const strange = {
      ...session,
      id: 'cs_other',
      payment_intent: 'pi_other',
      metadata: {},
      client_reference_id: null,
    }
    for (const one of [
      event('customer.created', { id: 'cus_1' }),
      event('payment_intent.payment_failed', { id: 'pi_other' }),
      event('checkout.session.completed', strange),
      event('checkout.session.completed', { id: 'cs_of_another_version' }),
      event('charge.refunded', { id: 'ch_1', payment_intent: 'pi_other', amount_refunded: 5, metadata: {} }),
      event('charge.dispute.created', {
        id: 'dp_1',
        payment_intent: null,
        amount: 5,
        status: 'needs_response',
      }),
    ])
      expect(await send(one)).toMatchObject({ status: 200, body: { received: true } })
  })

  it('asks Stripe to retry while its API is unavailable, and books then: 502, 503', async () => {
    const { order_id, completed } = await paidOrder()
    stripe.trouble = () => ({ status: 500 })
    expect(await send(completed)).toMatchObject({ status: 502, body: { error: { code: 'upstream_error' } } })
    stripe.trouble = () => 'cut'
    expect((await send(completed)).status).toBe(503)
    stripe.trouble = () => undefined
    expect((await send(completed)).status).toBe(200)
    expect(await statusOf(order_id)).toMatchObject({ status: 'paid' })
  })

  it('refuses what Stripe did not sign, or signed too long ago: 400', async () => {
    const { order_id, completed } = await paidOrder()
    const minutes = (count: number) => Math.floor(Date.now() / 1000) - 60 * count
    const good = stripe.sign(completed)
    const forgeries = [
      stripe.sign(completed, 'whsec_of_someone_else'),
      stripe.sign(completed, stripe.webhookSecret, minutes(6)),
      { ...good, text: good.text.replace('"paid"', '"paid "') },
      { ...good, headers: { 'stripe-signature': 'nonsense' } },
    ]
    for (const forged of forgeries)
      expect(await call('POST', path, forged)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_parameter', param: 'Stripe-Signature' } },
      })
    expect(await call('POST', path, { text: good.text })).toMatchObject({
      status: 400,
      body: { error: { code: 'missing_parameter', param: 'Stripe-Signature' } },
    })
    expect(await statusOf(order_id)).toMatchObject({ status: 'pending' })
    expect((await call('POST', path, stripe.sign(completed, stripe.webhookSecret, minutes(4)))).status).toBe(
      200,
    )
  })

  it('refuses a signed body that is no event: 400', async () => {
    const headers = (payload: string) => stripe.signText(payload).headers
    for (const text of ['[]', '{}', 'not json', 'null'])
      expect(await call('POST', path, { text, headers: headers(text) })).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_json' } },
      })
  })

  it('refuses to work without its secret: 503', async () => {
    const { order_id, completed } = await paidOrder()
    Object.assign(env(), { STRIPE_WEBHOOK_SECRET: undefined })
    expect(await send(completed)).toMatchObject({
      status: 503,
      body: { error: { code: 'service_unavailable' } },
    })
    expect(await statusOf(order_id)).toMatchObject({ status: 'pending' })
  })

  it('takes no event of more than a megabyte: 413', async () => {
    const text = JSON.stringify(event('x', 'x'.repeat(1024 * 1024)))
    expect((await call('POST', path, { text, headers: stripe.signText(text).headers })).status).toBe(413)
  })
})
