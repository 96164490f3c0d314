import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CheckoutReply, OrdersReply } from '@/lib/money/orders/orders-schema'
import { type Buyer, newBuyer } from '@/lib/money/orders/testing/new-buyer'
import { parseForm } from '@/lib/money/orders/testing/stripe/stripe-api'
import { startStripe } from '@/lib/money/orders/testing/stripe/stripe-stand-in'
import { env } from '@/lib/platform/env'
import { base, buy, openDoors } from '../testing'

const stripe = await startStripe()
const { call, close } = await openDoors()
const configured = { ...env() }
afterAll(() => {
  close()
  stripe.close()
})

const path = `${base}/create-checkout`
const json = { channel: 'stripe', inner_id: 2 }
let buyer: Buyer

beforeEach(async () => {
  buyer = await newBuyer()
  stripe.calls.length = 0
})
afterEach(() => {
  Object.assign(env(), configured)
  stripe.trouble = () => undefined
})

describe('Buying', () => {
  const orders = async () =>
    OrdersReply.parse((await call('GET', `${base}/orders`, { key: buyer.key })).body).items

  it('creates an order and its payment page by one complete call to Stripe', async () => {
    const body = { channel: 'stripe', inner_id: 3, currency: 'usd', locale: 'pt-br' }
    const answer = await call('POST', path, { key: buyer.key, json: body })
    expect(answer.status).toBe(200)
    const { order_id, session_id, checkout_url } = CheckoutReply.parse(answer.body)
    expect(answer.body).toEqual({
      order_id: expect.stringMatching(/^ord_/),
      session_id: expect.stringMatching(/^cs_test_/),
      checkout_url: `${stripe.origin}/pay/${session_id}`,
    })
    const metadata = { order_id, channel: 'stripe', inner_id: '3', customer_id: buyer.caller.customerId }
    expect(stripe.calls).toHaveLength(1)
    expect(stripe.calls[0]).toMatchObject({
      method: 'POST',
      path: '/v1/checkout/sessions',
      idempotencyKey: order_id,
    })
    expect(parseForm(stripe.calls[0]?.text ?? '')).toMatchObject({
      mode: 'payment',
      allowed_payment_method_types: { 0: 'card' },
      client_reference_id: order_id,
      metadata,
      payment_intent_data: { metadata },
      adaptive_pricing: { enabled: 'false' },
      customer_creation: 'always',
      customer_email: buyer.email,
      locale: 'pt-BR',
      line_items: {
        0: {
          quantity: '1',
          price_data: { currency: 'usd', unit_amount: '9500', product_data: { name: 'API credit' } },
        },
        1: {
          quantity: '1',
          price_data: { currency: 'usd', unit_amount: '500', product_data: { name: 'Platform fee' } },
        },
      },
      success_url: `${env().publicUrl}/console/billing/return?order=${order_id}`,
      cancel_url: expect.stringContaining(
        `${env().publicUrl}/api/checkout/cancel?order=${order_id}&signature=`,
      ),
    })
    expect(await orders()).toEqual([
      expect.objectContaining({ order_id, session_id, checkout_url, status: 'pending', sandbox: false }),
    ])
  })

  it('creates one order for any number of clicks, which all send the same key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', path, { key: buyer.key, json, headers })),
    )
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await orders()).toHaveLength(1)
  })

  it('creates an order for each request without a key, for the same package too', async () => {
    const first = await buy(call, buyer, json)
    const second = await buy(call, buyer, json)
    expect(second.order_id).not.toBe(first.order_id)
    expect(await orders()).toHaveLength(2)
  })

  it('honours Idempotency-Key: the same answer for the same key and body, a new order for a new key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await call('POST', path, { key: buyer.key, json, headers })
    const again = await call('POST', path, { key: buyer.key, json, headers })
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const turned = JSON.stringify(Object.fromEntries(Object.entries(json).reverse()), null, 2)
    const asJson = { ...headers, 'content-type': 'application/json' }
    const written = await call('POST', path, { key: buyer.key, text: turned, headers: asJson })
    expect(written).toMatchObject({ status: 200, body: first.body })
    const changed = await call('POST', path, { key: buyer.key, json: { ...json, inner_id: 1 }, headers })
    expect(changed).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_conflict' } } })
    await buy(call, buyer, json)
    expect(await orders()).toHaveLength(2)
  })

  it('offers the saved cards of a known payer, and continues without one that Stripe no longer has', async () => {
    const { session_id } = await buy(call, buyer)
    stripe.payer.pay(session_id)
    for (const event of stripe.state.eventsOf(session_id))
      await call('POST', '/api/webhooks/stripe', stripe.sign(event))
    const known = stripe.state.sessions.get(session_id)?.customer ?? ''
    stripe.calls.length = 0
    await buy(call, buyer)
    expect(parseForm(stripe.calls[0]?.text ?? '')).toMatchObject({ customer: known })
    stripe.state.customers.delete(known)
    const { order_id } = await buy(call, buyer)
    expect(stripe.calls.at(-1)).toMatchObject({ idempotencyKey: `${order_id}:new-payer` })
    expect(parseForm(stripe.calls.at(-1)?.text ?? '')).toMatchObject({ customer_creation: 'always' })
  })

  it.each([
    ['channel', 'missing_parameter', { inner_id: 1 }],
    ['channel', 'invalid_parameter', { channel: 'paypal', inner_id: 1 }],
    ['inner_id', 'missing_parameter', { channel: 'stripe' }],
    ['inner_id', 'invalid_parameter', { channel: 'stripe', inner_id: 0 }],
    ['inner_id', 'invalid_parameter', { channel: 'stripe', inner_id: 5 }],
    ['inner_id', 'invalid_parameter', { channel: 'stripe', inner_id: 1.5 }],
    ['inner_id', 'invalid_parameter', { channel: 'stripe', inner_id: '1' }],
    ['currency', 'invalid_parameter', { ...json, currency: 'EUR' }],
    ['currency', 'invalid_parameter', { ...json, currency: 7 }],
    ['locale', 'invalid_parameter', { ...json, locale: 7 }],
    ['amount', 'invalid_parameter', { ...json, amount: '25' }],
    ['amount', 'invalid_parameter', { channel: 'stripe', amount: '4.99' }],
    ['amount', 'invalid_parameter', { channel: 'stripe', amount: '10000.01' }],
    ['amount', 'invalid_parameter', { channel: 'stripe', amount: '7.505' }],
    ['amount', 'invalid_parameter', { channel: 'stripe', amount: 'ten' }],
  ])('names %s when it is wrong: 400 %s', async (param, code, body) => {
    expect(await call('POST', path, { key: buyer.key, json: body })).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', code, param } },
    })
    expect(stripe.calls).toHaveLength(0)
  })

  it.each([
    ['37.5', '37.500000', '35.620000', '1.880000', [3562, 188]],
    [10_000, '10000.000000', '9500.000000', '500.000000', [950_000, 50_000]],
    [5, '5.000000', '4.750000', '0.250000', [475, 25]],
  ])('sells an amount of one’s own: %s', async (asked, amount, credit_amount, fee_amount, lines) => {
    const { order_id, session_id } = await buy(call, buyer, { inner_id: null, amount: asked })
    const facts = { order_id, inner_id: null, amount, credit_amount, fee_amount }
    expect(await orders()).toMatchObject([{ ...facts, status: 'pending', automatic: false }])
    const sent = Object.values(Object(parseForm(stripe.calls[0]?.text ?? '')).line_items)
    expect(sent.map((line) => Number(Object(line).price_data.unit_amount))).toEqual(lines)
    stripe.payer.pay(session_id)
    for (const event of stripe.state.eventsOf(session_id))
      await call('POST', '/api/webhooks/stripe', stripe.sign(event))
    expect(await orders()).toMatchObject([{ ...facts, status: 'paid' }])
    const { body } = await call('GET', '/api-account/user/balance', { key: buyer.key })
    expect(body).toMatchObject({ balance: credit_amount, total_purchased: credit_amount })
  })

  it('accepts null for an optional field', async () => {
    await buy(call, buyer, { currency: null, locale: null })
    expect(parseForm(stripe.calls[0]?.text ?? '')).toMatchObject({ locale: 'auto' })
  })

  it('uses the browser’s language where the payment page does not support the requested one', async () => {
    await buy(call, buyer, { locale: 'tlh' })
    expect(parseForm(stripe.calls[0]?.text ?? '')).toMatchObject({ locale: 'auto' })
  })

  it('fails with 502 upstream_error where Stripe returns another order’s session, and fails only this order', async () => {
    const other = CheckoutReply.parse((await call('POST', path, { key: buyer.key, json })).body)
    const body = { ...stripe.state.sessions.get(other.session_id) }
    stripe.trouble = () => ({ status: 200, body })
    const tries = [1, 2].map(() =>
      call('POST', path, { key: buyer.key, json, headers: { 'idempotency-key': randomUUID() } }),
    )
    for (const answer of await Promise.all(tries))
      expect(answer).toMatchObject({ status: 502, body: { error: { code: 'upstream_error' } } })
    stripe.trouble = () => undefined
    const failed = (await orders()).filter(({ order_id }) => order_id !== other.order_id)
    expect(failed).toHaveLength(2)
    for (const order of failed)
      expect(order).toMatchObject({
        status: 'failed',
        session_id: null,
        failure: { code: 'checkout_failed' },
      })
    const kept = (await orders()).find(({ order_id }) => order_id === other.order_id)
    expect(kept).toMatchObject({ status: 'pending', session_id: other.session_id })
    const next = CheckoutReply.parse((await call('POST', path, { key: buyer.key, json })).body)
    expect(next.session_id).not.toBe(other.session_id)
  })

  it.each([
    [{ status: 500 }, 502, 'upstream_error', 'pending'],
    [
      { status: 400, body: { error: { type: 'invalid_request_error', message: 'no' } } },
      502,
      'upstream_error',
      'failed',
    ],
    [
      { status: 401, body: { error: { type: 'invalid_request_error', message: 'no' } } },
      502,
      'upstream_error',
      'failed',
    ],
    [
      { status: 429, body: { error: { type: 'rate_limit', message: 'slow' } } },
      429,
      'rate_limit_exceeded',
      'pending',
    ],
    [{ status: 200, body: { object: 'nonsense' } }, 502, 'upstream_error', 'pending'],
    ['cut', 503, 'upstream_unavailable', 'pending'],
  ] as const)(
    'when Stripe answers %j it is a %i %s, and the order is %s',
    async (trouble, status, code, left) => {
      stripe.trouble = () => trouble
      const answer = await call('POST', path, { key: buyer.key, json })
      expect(answer).toMatchObject({ status, body: { error: { code } } })
      expect(JSON.stringify(answer.body)).not.toContain('sk_test')
      const [order] = await orders()
      expect(order).toMatchObject({ status: left, session_id: null, checkout_url: null })
      if (left === 'failed') expect(order?.failure).toMatchObject({ code: 'checkout_failed' })
      stripe.trouble = () => undefined
      const again = CheckoutReply.parse((await call('POST', path, { key: buyer.key, json })).body)
      expect(again.order_id === order?.order_id).toBe(left === 'pending')
    },
  )

  it('says that payments are not configured where they are not: 503', async () => {
    Object.assign(env(), { STRIPE_SECRET_KEY: undefined, demo: false })
    expect(await call('POST', path, { key: buyer.key, json })).toMatchObject({
      status: 503,
      body: { error: { code: 'service_unavailable', message: expect.stringContaining('not configured') } },
    })
    expect(await orders()).toEqual([])
  })
})
