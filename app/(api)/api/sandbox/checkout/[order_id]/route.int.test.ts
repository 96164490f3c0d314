import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { base, buy, openDoors, press } from '@/app/(api)/api-account/user/billing/testing'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { sweepOrders } from '@/lib/money/orders/orders'
import { Order } from '@/lib/money/orders/orders-schema'
import { type Buyer, newBuyer } from '@/lib/money/orders/testing/new-buyer'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'

const { call, close } = await openDoors()
afterAll(close)

let buyer: Buyer
beforeEach(async () => {
  buyer = await newBuyer()
})
afterEach(() => {
  Object.assign(env(), { demo: true, STRIPE_SECRET_KEY: undefined })
})

describe('The sandbox payment page', () => {
  const balance = async () => (await call('GET', '/api-account/user/balance', { key: buyer.key })).body

  it('pays: the order is paid and its credit booked once, however often the button is pressed', async () => {
    const { order_id, session_id, checkout_url } = await buy(call, buyer, { inner_id: 2 })
    expect(session_id).toMatch(/^cs_sandbox_/)
    expect(checkout_url).toBe(`${env().publicUrl}/sandbox/checkout/${order_id}`)
    const answers = await Promise.all(Array.from({ length: 5 }, () => press(call, buyer, order_id, 'pay')))
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(Order.parse(body)).toMatchObject({
        order_id,
        status: 'paid',
        checkout_url: null,
        paid_at: expect.any(String),
        failure: null,
        documents: { invoice: true, receipt: true },
        sandbox: true,
      })
    }
    expect(await balance()).toMatchObject({ balance: '47.500000', total_purchased: '47.500000' })
    expect(await checkLedger()).toBe(0)
  })

  it('declines: the order failed, nothing is credited, and it cannot be paid any more', async () => {
    const { order_id } = await buy(call, buyer)
    const declined = {
      status: 'failed',
      failure: { code: 'card_declined', message: expect.stringContaining('declined') },
      documents: { invoice: false, receipt: false },
    }
    expect((await press(call, buyer, order_id, 'decline')).body).toMatchObject(declined)
    expect((await press(call, buyer, order_id, 'pay')).body).toMatchObject(declined)
    expect(await balance()).toMatchObject({ balance: '0.000000' })
  })

  it('cancels, and of two that come at once only one happens', async () => {
    const { order_id } = await buy(call, buyer)
    await Promise.all([press(call, buyer, order_id, 'cancel'), press(call, buyer, order_id, 'pay')])
    const { body } = await call('GET', `${base}/payment-status/${order_id}`, { key: buyer.key })
    const isPaid = Order.parse(body).status === 'paid'
    if (!isPaid) expect(body).toMatchObject({ status: 'cancelled', checkout_url: null, failure: null })
    expect(await balance()).toMatchObject({ balance: isPaid ? '9.500000' : '0.000000' })
    expect((await press(call, buyer, order_id, 'decline')).body).toEqual(body)
  })

  it('ends with the order: what nobody paid in time expires', async () => {
    const { order_id } = await buy(call, buyer)
    const later = new Date(Date.now() + 61 * 60_000)
    vi.spyOn(clock, 'now').mockReturnValue(later)
    expect((await press(call, buyer, order_id, 'pay')).body).toMatchObject({ status: 'pending' })
    await sweepOrders()
    vi.restoreAllMocks()
    const { body } = await call('GET', `${base}/payment-status/${order_id}`, { key: buyer.key })
    expect(body).toMatchObject({ status: 'expired', checkout_url: null, paid_at: null })
  })

  it("is nobody else's: another customer's order and none at all answer alike", async () => {
    const { order_id } = await buy(call, buyer)
    const stranger = await newBuyer()
    const answers = [
      await press(call, stranger, order_id, 'pay'),
      await press(call, buyer, newId('ord'), 'pay'),
      await press(call, buyer, '%00', 'pay'),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(404)
      expect(body).toMatchObject({
        error: { code: 'not_found', message: 'Not found.', param: null },
      })
    }
    expect((await press(call, buyer, order_id, 'pay')).body).toMatchObject({ status: 'paid' })
  })

  it('pays and declines only in the browser that was given the link: 403', async () => {
    const { order_id } = await buy(call, buyer)
    const path = `/api/sandbox/checkout/${order_id}`
    for (const forged of ['', '; portico.demo-link=', '; portico.demo-link=x', '; next-auth.csrf-token=x'])
      for (const action of ['pay', 'decline'])
        expect(
          await call('POST', path, { headers: { cookie: buyer.cookie + forged }, json: { action } }),
        ).toMatchObject({ status: 403, body: { error: { code: 'demo_link_needed' } } })
    const { body } = await call('GET', `${base}/payment-status/${order_id}`, { key: buyer.key })
    expect(body).toMatchObject({ status: 'pending' })
    expect(await balance()).toMatchObject({ balance: '0.000000' })
    const left = await call('POST', path, { headers: { cookie: buyer.cookie }, json: { action: 'cancel' } })
    expect(left).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  })

  it('names a button that is not there: 400', async () => {
    const { order_id } = await buy(call, buyer)
    expect(await press(call, buyer, order_id, 'refund')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_parameter', param: 'action' } },
    })
  })

  it.each([{ demo: false }, { STRIPE_SECRET_KEY: 'sk_live' }])(
    'is not there with %j: 404',
    async (settings) => {
      const { order_id } = await buy(call, buyer)
      Object.assign(env(), settings)
      expect((await press(call, buyer, order_id, 'pay')).status).toBe(404)
    },
  )
})
