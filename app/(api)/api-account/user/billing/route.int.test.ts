import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { grantCredit } from '@/lib/money/ledger/balance'
import { BillingReply } from '@/lib/money/orders/orders-schema'
import { type Buyer, newBuyer } from '@/lib/money/orders/testing/new-buyer'
import { startStripe } from '@/lib/money/orders/testing/stripe/stripe-stand-in'
import { stripeId } from '@/lib/money/orders/testing/stripe/stripe-state'
import { env } from '@/lib/platform/env'
import { base, buy, openDoors, press } from './testing'

const stripe = await startStripe()
const { call, close } = await openDoors()
const configured = { ...env() }
afterAll(() => {
  close()
  stripe.close()
})
const withoutStripe = () => Object.assign(env(), { STRIPE_SECRET_KEY: undefined })

let buyer: Buyer
beforeEach(async () => {
  buyer = await newBuyer()
})
afterEach(() => {
  Object.assign(env(), configured)
  stripe.trouble = () => undefined
})

const nothing = {
  plan: { id: 'pay_as_you_go', name: 'Pay as you go', status: 'active' },
  quota: {
    plan: 'pay_as_you_go',
    unit: 'USD',
    limit: '0.000000',
    used: '0.000000',
    held: '0.000000',
    remaining: '0.000000',
    resets_at: null,
    limit_source: 'balance',
    unlimited: false,
  },
  platform_fee_rate: '0.05',
  currency: 'USD',
  payment_methods: [],
  packages: [
    { inner_id: 1, price: '10.000000', currency: 'USD', credit: '9.500000' },
    { inner_id: 2, price: '50.000000', currency: 'USD', credit: '47.500000' },
    { inner_id: 3, price: '100.000000', currency: 'USD', credit: '95.000000' },
    { inner_id: 4, price: '250.000000', currency: 'USD', credit: '237.500000' },
  ],
  custom_amount: { min: '5.000000', max: '10000.000000' },
  invoices: [],
  payments: 'stripe',
}

describe('The billing summary', () => {
  const read = async () => {
    const { status, body } = await call('GET', base, { key: buyer.key })
    expect(status).toBe(200)
    return BillingReply.parse(body)
  }

  async function pay() {
    const { order_id, session_id } = await buy(call, buyer, { inner_id: 2 })
    stripe.payer.pay(session_id, { taxCents: 1150 })
    for (const event of stripe.state.eventsOf(session_id))
      await call('POST', '/api/webhooks/stripe', stripe.sign(event))
    return { order_id, customer: stripe.state.sessions.get(session_id)?.customer ?? '' }
  }

  it('is complete for a new customer', async () => {
    expect((await call('GET', base, { key: buyer.key })).body).toEqual(nothing)
  })

  it('tells how payments are accepted', async () => {
    withoutStripe()
    expect((await read()).payments).toBe('sandbox')
    Object.assign(env(), { demo: false })
    expect((await read()).payments).toBe('none')
  })

  it('gives the credit after the fee in whole cents, whatever the fee', async () => {
    Object.assign(env(), { PLATFORM_FEE_RATE: '0.033333' })
    const { packages, platform_fee_rate } = await read()
    expect(platform_fee_rate).toBe('0.033333')
    expect(packages.map(({ credit }) => credit)).toEqual(['9.670000', '48.330000', '96.670000', '241.670000'])
    Object.assign(env(), { PLATFORM_FEE_RATE: '0' })
    expect((await read()).packages[0]?.credit).toBe('10.000000')
  })

  it('lists paid orders as invoices with their numbers', async () => {
    const { order_id } = await pay()
    const { invoices, quota } = await read()
    expect(invoices).toEqual([
      {
        order_id,
        type: 'invoice',
        number: expect.stringMatching(/^INV-20\d\d-\d{6}$/),
        amount: '61.500000',
        currency: 'USD',
        status: 'paid',
        issued_at: expect.stringMatching(/Z$/),
      },
    ])
    expect(quota).toMatchObject({ limit: '47.500000', remaining: '47.500000' })
  })

  it('shows the cards saved at Stripe, and answers without them while Stripe is unavailable', async () => {
    const { customer } = await pay()
    const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031 }
    const id = stripeId('pm')
    stripe.trouble = () => ({ status: 500 })
    expect((await read()).payment_methods).toEqual([])
    stripe.trouble = () => undefined
    stripe.state.cards.set(id, { id, object: 'payment_method', type: 'card', customer, card })
    const shown = [{ channel: 'stripe', type: 'card', ...card, is_default: true }]
    expect((await read()).payment_methods).toEqual(shown)
    stripe.trouble = () => 'cut'
    expect((await read()).payment_methods).toEqual(shown)
  })

  it('is past due while the balance is below zero', async () => {
    withoutStripe()
    const { order_id } = await buy(call, buyer)
    await press(call, buyer, order_id, 'pay')
    const { customerId } = buyer.caller
    await grantCredit({ customerId, amountNanos: -10_000_000_000n, key: `test:${customerId}` })
    expect(await read()).toMatchObject({
      plan: { status: 'past_due' },
      quota: { limit: '-0.500000', remaining: '-0.500000' },
      invoices: [{ order_id, number: expect.stringMatching(/^SANDBOX-20\d\d-\d{6}$/), amount: '10.000000' }],
    })
  })
})
