import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CardPageReply } from '@/lib/money/orders/settings-schema'
import { type Buyer, newBuyer } from '@/lib/money/orders/testing/new-buyer'
import { startStripe } from '@/lib/money/orders/testing/stripe/stripe-stand-in'
import { env } from '@/lib/platform/env'
import { base, openDoors } from '../testing'

const stripe = await startStripe()
const { call, close } = await openDoors()
const configured = { ...env() }
afterAll(() => {
  close()
  stripe.close()
})

let buyer: Buyer
beforeEach(async () => {
  buyer = await newBuyer()
})
afterEach(() => {
  Object.assign(env(), configured)
  stripe.trouble = () => undefined
})

const path = `${base}/auto-top-up`

describe('Automatic top-up', () => {
  const read = async () => (await call('GET', path, { key: buyer.key })).body
  const change = (json: object) => call('PATCH', path, { key: buyer.key, json })
  const openPage = () => call('POST', `${path}/card`, { key: buyer.key })

  async function saveCard() {
    const { session_id } = CardPageReply.parse((await openPage()).body)
    stripe.payer.saveCard(session_id)
    const event = stripe.state.eventsOf(session_id).at(-1)
    if (event) await call('POST', '/api/webhooks/stripe', stripe.sign(event))
  }

  const off = {
    available: true,
    enabled: false,
    currency: 'USD',
    threshold: '5.000000',
    amount: '25.000000',
    monthly_limit: '100.000000',
    charged_this_month: '0.000000',
    card: null,
    failure: null,
  }

  it('is off until a card is saved on Stripe’s page: 200', async () => {
    expect(await read()).toEqual(off)
    const answer = await openPage()
    expect(answer.status).toBe(200)
    const { session_id, url } = CardPageReply.parse(answer.body)
    expect(url).toBe(`${stripe.origin}/pay/${session_id}`)
    expect(await read()).toEqual(off)
    await saveCard()
    const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031 }
    expect(await read()).toEqual({ ...off, card })
    const json = { enabled: true, threshold: '2.5', amount: 40, monthly_limit: '80' }
    const on = { enabled: true, threshold: '2.500000', amount: '40.000000', monthly_limit: '80.000000' }
    expect(await change(json)).toMatchObject({ status: 200, body: { ...off, ...on, card } })
    expect((await change({ enabled: false })).body).toMatchObject({ enabled: false, threshold: '2.500000' })
  })

  it('cannot be turned on without a card, or with a monthly limit below the amount: 400', async () => {
    const refused = (param: string) => ({
      status: 400,
      body: { error: { code: 'invalid_parameter', param } },
    })
    expect(await change({ enabled: true })).toMatchObject(refused('enabled'))
    expect(await change({ amount: '200' })).toMatchObject(refused('amount'))
    expect(await change({ monthly_limit: '10' })).toMatchObject(refused('monthly_limit'))
    expect(await change({ amount: '1' })).toMatchObject(refused('amount'))
    expect(await change({ threshold: -1 })).toMatchObject(refused('threshold'))
    expect(await read()).toEqual(off)
  })

  it('needs Stripe: 403, and reports its failures: 502, 503', async () => {
    stripe.trouble = () => ({ status: 500 })
    expect((await openPage()).status).toBe(502)
    stripe.trouble = () => 'cut'
    expect((await openPage()).status).toBe(503)
    Object.assign(env(), { STRIPE_SECRET_KEY: undefined })
    expect((await openPage()).status).toBe(403)
    expect((await change({ enabled: true })).status).toBe(403)
    expect(await read()).toMatchObject({ available: false, enabled: false })
  })

  it('removes its card, any number of times: 200, and reports failures of Stripe: 502, 503', async () => {
    const remove = () => call('DELETE', `${path}/card`, { key: buyer.key })
    await saveCard()
    await change({ enabled: true })
    stripe.trouble = ({ path }) => (path.endsWith('/detach') ? { status: 500 } : undefined)
    expect((await remove()).status).toBe(502)
    stripe.trouble = () => 'cut'
    expect((await remove()).status).toBe(503)
    expect(await read()).toMatchObject({ enabled: false, card: { last4: '4242' } })
    stripe.trouble = () => undefined
    expect(await remove()).toMatchObject({ status: 200, body: off })
    expect(await remove()).toMatchObject({ status: 200, body: off })
    Object.assign(env(), { STRIPE_SECRET_KEY: undefined })
    expect((await remove()).status).toBe(403)
  })

  it('is nobody else’s', async () => {
    const reader = await newBuyer('Reader', ['account:read'])
    await saveCard()
    expect((await call('GET', path, { key: reader.key })).body).toEqual(off)
  })
})
