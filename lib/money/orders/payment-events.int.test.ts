import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'
import { eventTypes, readHint } from './internal/stripe/events'
import { saveEventsRead } from './internal/stripe/repository'
import { sweepPaymentEvents } from './payment-events'
import { newBuyer } from './testing/new-buyer'
import { OrderLife, orderOutcomes } from './testing/order-life'
import { startStripe } from './testing/stripe/stripe-stand-in'

const stripe = await startStripe()
const buyer = await newBuyer()
const configured = { ...env() }
afterAll(async () => {
  expect(await checkLedger()).toBe(0)
  stripe.close()
})

const HOUR = 3600
const DAY_MILLIS = 24 * HOUR * 1000

let life: OrderLife
beforeEach(async () => {
  stripe.state.events.length = 0
  await saveEventsRead({ seenAt: null, askedAt: clock.now() })
  life = await OrderLife.begin(stripe, buyer)
})
afterEach(() => {
  Object.assign(env(), configured)
  stripe.trouble = () => undefined
})

/** Moves all that happened to an order this far into the past in Stripe's list. */
function age(one: OrderLife, seconds: number): void {
  for (const event of one.events) event.created -= seconds
}

const status = async () => (await life.order()).status
const looks = () => stripe.calls.filter(({ path }) => path === '/v1/events').length

describe('When no webhook arrives', () => {
  it.each(orderOutcomes)(
    'an order that is $name ends right, however often it is looked for',
    async (outcome) => {
      for (const step of outcome.steps) step(life)
      await Promise.all([sweepPaymentEvents(), sweepPaymentEvents()])
      await sweepPaymentEvents()
      expect(await status()).toBe(outcome.status)
      expect(await life.credit()).toBe((9_500_000_000n * outcome.left) / 1000n)
    },
  )

  it('what was dealt with is not asked about again', async () => {
    stripe.payer.pay(life.sessionId)
    await life.deliverAll()
    await sweepPaymentEvents()
    stripe.calls.length = 0
    await sweepPaymentEvents()
    expect(stripe.calls.map(({ path }) => path)).toEqual(['/v1/events'])
  })

  it('every page of the list is read', async () => {
    stripe.payer.pay(life.sessionId)
    for (let index = 0; index < 250; index++)
      stripe.state.emit('checkout.session.expired', { id: `cs_of_another_shop_${index}` })
    stripe.calls.length = 0
    await sweepPaymentEvents()
    expect(looks()).toBeGreaterThanOrEqual(3)
    expect(await status()).toBe('paid')
  })
})

it('asks Stripe for all that the webhook understands, and for no more kinds than it takes', async () => {
  for (const outcome of orderOutcomes) {
    const one = await OrderLife.begin(stripe, buyer)
    for (const step of outcome.steps) step(one)
  }
  const understood = stripe.state.events.filter((event) => readHint(event) !== undefined)
  expect(eventTypes).toEqual(expect.arrayContaining([...new Set(understood.map(({ type }) => type))]))
  expect(eventTypes.length).toBeLessThanOrEqual(20)
})

describe('How far it has read', () => {
  it('is where the newest event is, less an hour for what shows late', async () => {
    const [newest, late, long] = [
      life,
      await OrderLife.begin(stripe, buyer),
      await OrderLife.begin(stripe, buyer),
    ]
    stripe.payer.pay(newest.sessionId)
    await sweepPaymentEvents()
    stripe.payer.pay(late.sessionId)
    age(late, HOUR / 2)
    stripe.payer.pay(long.sessionId)
    age(long, 2 * HOUR)
    await sweepPaymentEvents()
    expect(await late.order()).toMatchObject({ status: 'paid' })
    expect(await long.order()).toMatchObject({ status: 'pending' })
  })

  it('does not go past an event that could not be dealt with', async () => {
    stripe.payer.pay(life.sessionId)
    age(life, 5 * HOUR)
    const newer = await OrderLife.begin(stripe, buyer)
    stripe.payer.pay(newer.sessionId)
    stripe.trouble = ({ path }) => (path.includes(life.sessionId) ? { status: 500 } : undefined)
    await sweepPaymentEvents()
    expect(await status()).toBe('pending')
    expect(await newer.order()).toMatchObject({ status: 'paid' })
    stripe.trouble = () => undefined
    await sweepPaymentEvents()
    expect(await status()).toBe('paid')
  })

  it.each(['/v1/events', '/v1/checkout/sessions'])('stays while Stripe is away (%s)', async (away) => {
    stripe.payer.pay(life.sessionId)
    stripe.trouble = ({ path }) => (path.startsWith(away) ? 'cut' : undefined)
    await sweepPaymentEvents()
    expect(await status()).toBe('pending')
    stripe.trouble = () => undefined
    await sweepPaymentEvents()
    expect(await status()).toBe('paid')
  })

  it('is said loudly when Stripe was not asked for longer than it remembers', async () => {
    const loud = vi.spyOn(logger, 'error')
    const unseen = expect.stringContaining('PAYMENT EVENTS UNSEEN')
    const lookAfter = async (days: number) => {
      const now = Date.now() + days * DAY_MILLIS
      vi.spyOn(clock, 'now').mockImplementation(() => new Date(now))
      await sweepPaymentEvents()
    }
    await lookAfter(0)
    await lookAfter(29)
    await lookAfter(58)
    expect(loud).not.toHaveBeenCalledWith(expect.anything(), unseen)
    await lookAfter(89)
    expect(loud).toHaveBeenCalledWith({ from: expect.any(Date), until: expect.any(Date) }, unseen)
    await lookAfter(90)
    expect(loud).toHaveBeenCalledTimes(1)
  })
})

it('asks nobody where Stripe is not configured', async () => {
  env().STRIPE_SECRET_KEY = undefined
  stripe.calls.length = 0
  expect(await sweepPaymentEvents()).toBe(0)
  expect(stripe.calls).toEqual([])
})

const ORDERS = 27
const NODES = 2
/** In each round Stripe fails for one order in this many, another one each time. */
const UNLUCKY_IN = 9

it('no webhook ever arrives, and Stripe fails now and then: payments, refunds and disputes all end right', async () => {
  const buyers = await Promise.all(Array.from({ length: 3 }, () => newBuyer()))
  const lived: { life: OrderLife; outcome: (typeof orderOutcomes)[number] }[] = []
  for (let index = 0; index < ORDERS; index++) {
    const [buyer, outcome] = [buyers[index % buyers.length], orderOutcomes[index % orderOutcomes.length]]
    if (buyer && outcome) lived.push({ life: await OrderLife.begin(stripe, buyer), outcome })
  }
  const rounds = Math.max(...orderOutcomes.map(({ steps }) => steps.length))
  for (let round = 0; round < rounds; round++) {
    for (const { life, outcome } of lived) outcome.steps[round]?.(life)
    const unlucky = lived.filter((_, index) => index % UNLUCKY_IN === round).map(({ life }) => life.sessionId)
    stripe.trouble = ({ path }) =>
      unlucky.some((sessionId) => path.includes(sessionId)) ? { status: 500 } : undefined
    await Promise.all(Array.from({ length: NODES }, () => sweepPaymentEvents()))
  }
  stripe.trouble = () => undefined
  await Promise.all(Array.from({ length: NODES }, () => sweepPaymentEvents()))

  for (const { life, outcome } of lived) {
    const { status, credits } = await life.outcome()
    expect(status).toBe(outcome.status)
    expect(credits.filter((line) => line.startsWith('purchase'))).toHaveLength(
      status === 'failed' || status === 'expired' ? 0 : 1,
    )
    expect(await life.credit()).toBe((9_500_000_000n * outcome.left) / 1000n)
  }
  expect(await checkLedger()).toBe(0)
}, 120_000)
