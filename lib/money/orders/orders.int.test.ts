import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { clock } from '@/lib/platform/clock'
import { createCheckout } from './checkout'
import { listOrders, sweepOrders } from './orders'
import { type Buyer, newBuyer } from './testing/new-buyer'
import { OrderLife } from './testing/order-life'
import { startStripe } from './testing/stripe/stripe-stand-in'

const stripe = await startStripe()
afterAll(async () => {
  expect(await checkLedger()).toBe(0)
  stripe.close()
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const request = {
  channel: 'stripe',
  inner_id: 1,
  amount: undefined,
  currency: 'USD',
  locale: 'auto',
} as const

let buyer: Buyer
let began: number
beforeEach(async () => {
  buyer = await newBuyer()
  began = Date.now()
})
afterEach(() => {
  stripe.trouble = () => undefined
})

async function sweepAfter(millis: number): Promise<void> {
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(began + millis))
  await sweepOrders()
}

const buy = () => createCheckout(buyer.caller, request, { hasIdempotencyKey: false })
const orders = async () =>
  (await listOrders(buyer.caller, { limit: 20, offset: 0, cursor: '', abandoned: 'include' })).items

describe('When webhooks are lost', () => {
  it('a payment is found, and credited once', async () => {
    const life = await OrderLife.begin(stripe, buyer)
    stripe.payer.pay(life.sessionId)
    await sweepAfter(3 * MINUTE)
    await sweepAfter(6 * MINUTE)
    expect(await life.outcome()).toMatchObject({ status: 'paid', credits: ['purchase 9.500000'] })
  })

  it('a slow bank is waited for, however long it takes', async () => {
    const life = await OrderLife.begin(stripe, buyer)
    stripe.payer.pay(life.sessionId, { isDelayed: true })
    await sweepAfter(3 * MINUTE)
    expect(await life.order()).toMatchObject({ status: 'processing' })
    await sweepAfter(100 * HOUR)
    stripe.payer.settle(life.sessionId, true)
    await sweepAfter(102 * HOUR)
    expect(await life.order()).toMatchObject({ status: 'paid' })
  })

  it('a page that ended unpaid, and a dispute that was won, are found too', async () => {
    const [unpaid, disputed] = [await OrderLife.begin(stripe, buyer), await OrderLife.begin(stripe, buyer)]
    stripe.payer.expire(unpaid.sessionId)
    stripe.payer.pay(disputed.sessionId)
    const dispute = stripe.payer.dispute(disputed.sessionId)
    await sweepAfter(3 * MINUTE)
    expect([await unpaid.order(), await disputed.order()]).toMatchObject([
      { status: 'expired' },
      { status: 'disputed' },
    ])
    stripe.payer.closeDispute(dispute, 'won')
    await sweepAfter(7 * HOUR)
    expect(await disputed.outcome()).toMatchObject({ status: 'paid', balance: '9.500000' })
  })

  it('Stripe is asked again when it could not answer, and not about what is young or over', async () => {
    const life = await OrderLife.begin(stripe, buyer)
    stripe.payer.pay(life.sessionId)
    stripe.calls.length = 0
    await sweepAfter(MINUTE)
    expect(stripe.calls).toHaveLength(0)
    stripe.trouble = () => ({ status: 500 })
    await sweepAfter(3 * MINUTE)
    expect(await life.order()).toMatchObject({ status: 'pending' })
    stripe.trouble = () => undefined
    await sweepAfter(9 * MINUTE)
    expect(await life.order()).toMatchObject({ status: 'paid' })
    stripe.calls.length = 0
    await sweepAfter(100 * HOUR)
    expect(stripe.calls.filter(({ path }) => path.includes(life.sessionId))).toHaveLength(0)
  })

  it('an order whose session Stripe does not know any more ends in time', async () => {
    const life = await OrderLife.begin(stripe, buyer)
    stripe.state.sessions.delete(life.sessionId)
    await sweepAfter(3 * MINUTE)
    expect(await life.order()).toMatchObject({ status: 'pending' })
    await sweepAfter(26 * HOUR)
    expect(await life.order()).toMatchObject({ status: 'expired' })
  })
})

describe('When Stripe was asked for a payment page and nobody knows what it did', () => {
  it.each(['cut', 'lose'] as const)('(%s) the next click goes on with the same order', async (trouble) => {
    stripe.trouble = () => trouble
    await expect(buy()).rejects.toMatchObject({ code: 'upstream_unavailable' })
    stripe.trouble = () => undefined
    const { order_id, session_id } = await buy()
    const made = [...stripe.state.sessions.values()].filter((one) => one.client_reference_id === order_id)
    expect(made.map(({ id }) => id)).toEqual([session_id])
    expect(await orders()).toMatchObject([{ order_id, session_id, status: 'pending' }])
  })

  it.each(['cut', 'lose'] as const)('(%s) an order that nobody comes back to has failed', async (trouble) => {
    stripe.trouble = () => trouble
    await expect(buy()).rejects.toMatchObject({ code: 'upstream_unavailable' })
    stripe.trouble = () => undefined
    await sweepAfter(3 * MINUTE)
    const [order] = await orders()
    expect(order).toMatchObject({ status: 'failed', failure: { code: 'checkout_failed' }, session_id: null })
    vi.restoreAllMocks()
    expect((await buy()).order_id).not.toBe(order?.order_id)
  })

  it('money wins: a payment on a page that was believed never to have been is credited', async () => {
    stripe.trouble = () => 'lose'
    await expect(buy()).rejects.toMatchObject({ code: 'upstream_unavailable' })
    stripe.trouble = () => undefined
    await sweepAfter(3 * MINUTE)
    const [order] = await orders()
    const session = [...stripe.state.sessions.values()].find(
      (one) => one.client_reference_id === order?.order_id,
    )
    const life = new OrderLife(stripe, buyer, order?.order_id ?? '', session?.id ?? '')
    stripe.payer.pay(life.sessionId)
    await life.deliverAll()
    expect(await life.outcome()).toMatchObject({ status: 'paid', credits: ['purchase 9.500000'] })
    expect(await life.order()).toMatchObject({ session_id: session?.id, failure: null })
  })
})
