import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { base, buy, openDoors } from '@/app/(api)/api-account/user/billing/testing'
import { sweepOrders } from '@/lib/money/orders/orders'
import { type Buyer, newBuyer } from '@/lib/money/orders/testing/new-buyer'
import { startStripe } from '@/lib/money/orders/testing/stripe/stripe-stand-in'
import { got } from '@/lib/money/orders/testing/stripe/stripe-state'

const stripe = await startStripe()
const { call, door, close } = await openDoors()
afterAll(() => {
  close()
  stripe.close()
})

let buyer: Buyer
beforeEach(async () => {
  buyer = await newBuyer()
})
afterEach(() => {
  stripe.trouble = () => undefined
})

describe('Leaving the payment page', () => {
  async function begin() {
    const { order_id, session_id } = await buy(call, buyer)
    const session = got(stripe.state.sessions, session_id)
    const { pathname, search } = new URL(session.cancel_url ?? '')
    return { order_id, session, link: pathname + search }
  }
  const order = async (id: string) =>
    Object((await call?.('GET', `${base}/payment-status/${id}`, { key: buyer.key }))?.body)
  const follow = (link: string, init: RequestInit = {}) =>
    door(init.method ?? 'GET', link, { redirect: 'manual', ...init })

  it('cancels the order, closes its page and leads back, without a session', async () => {
    const { order_id, session, link } = await begin()
    for (let i = 0; i < 2; i++) {
      const { status, headers } = await follow(link)
      expect(status).toBe(303)
      expect(headers.get('location')).toBe(`/console/billing?cancelled=${order_id}`)
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect(session.status).toBe('expired')
    expect(await order(order_id)).toMatchObject({ status: 'cancelled', checkout_url: null })
    for (const event of stripe.state.eventsOf(session.id))
      await call?.('POST', '/api/webhooks/stripe', stripe.sign(event))
    expect(await order(order_id)).toMatchObject({ status: 'cancelled' })
  })

  it('counts a payment that was made all the same', async () => {
    const { order_id, session, link } = await begin()
    stripe.payer.pay(session.id)
    const { headers } = await follow(link)
    expect(headers.get('location')).toBe(`/console/billing/return?order=${order_id}`)
    expect(await order(order_id)).toMatchObject({ status: 'paid' })
  })

  it('cancels while Stripe is away, and the page is closed later', async () => {
    const { order_id, session, link } = await begin()
    stripe.trouble = () => ({ status: 500 })
    expect((await follow(link)).status).toBe(303)
    expect(await order(order_id)).toMatchObject({ status: 'cancelled' })
    expect(session.status).toBe('open')
    stripe.trouble = () => undefined
    await sweepOrders()
    expect(session.status).toBe('expired')
  })

  it('does nothing for one who only glances at the link', async () => {
    const { order_id, link } = await begin()
    const glances = [
      follow(link, { headers: { 'sec-purpose': 'prefetch;prerender' } }),
      follow(link, { headers: { purpose: 'prefetch' } }),
    ]
    for (const { status } of await Promise.all(glances)) expect(status).toBe(503)
    expect(await order(order_id)).toMatchObject({ status: 'pending' })
  })

  it('takes no link that is not ours: 400, 404', async () => {
    const { order_id, link } = await begin()
    const other = await begin()
    const signature = new URLSearchParams(other.link.split('?')[1]).get('signature')
    expect((await follow(`/api/checkout/cancel?order=${order_id}&signature=${signature}`)).status).toBe(404)
    expect((await follow(`/api/checkout/cancel?order=${order_id}&signature=`)).status).toBe(404)
    expect((await follow(`/api/checkout/cancel?order=${order_id}`)).status).toBe(400)
    expect((await follow(link.replace('order=ord_', 'order=%00'))).status).toBe(404)
    expect(await order(order_id)).toMatchObject({ status: 'pending' })
  })
})
