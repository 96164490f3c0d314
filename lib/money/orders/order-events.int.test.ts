import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { newBuyer } from './testing/new-buyer'
import { OrderLife, type OrderOutcome, orderOutcomes, scatter } from './testing/order-life'
import { type HeardCall, startStripe } from './testing/stripe/stripe-stand-in'

const stripe = await startStripe()
const buyer = await newBuyer()
afterAll(() => stripe.close())
afterEach(async () => {
  expect(await checkLedger()).toBe(0)
})

const CREDIT_NANOS = 9_500_000_000n
const numbers = fc.infiniteStream(fc.nat())

async function expectEnd(life: OrderLife, { status, left }: OrderOutcome): Promise<void> {
  expect((await life.order()).status).toBe(status)
  expect(await life.credit()).toBe((CREDIT_NANOS * left) / 1000n)
}

describe.each(orderOutcomes)('An order that is $name', (outcome) => {
  it('ends the same whatever order and number its events come in, one after another or at once', async () => {
    await fc.assert(
      fc.asyncProperty(numbers, fc.boolean(), async (random, isAtOnce) => {
        const life = await OrderLife.begin(stripe, buyer)
        for (const step of outcome.steps) step(life)
        const events = scatter(life.events, random)
        if (isAtOnce) await Promise.all(events.map((event) => life.deliver(event)))
        else await life.deliverAll(events)
        await expectEnd(life, outcome)
      }),
      { numRuns: 6 },
    )
  }, 120_000)

  it('ends the same when events are dealt with while more happens', async () => {
    await fc.assert(
      fc.asyncProperty(numbers, async (random) => {
        const life = await OrderLife.begin(stripe, buyer)
        const underWay: Promise<unknown>[] = []
        for (const step of outcome.steps) {
          const before = life.events.length
          step(life)
          const news = scatter(life.events.slice(before), random)
          underWay.push(...news.map((event) => life.deliver(event)))
          // Sometimes the next thing happens when this one has been dealt with, sometimes long before.
          if ((random.next().value ?? 0) % 2 === 0) await Promise.race(underWay)
        }
        await Promise.all(underWay)
        await expectEnd(life, outcome)
      }),
      { numRuns: 4 },
    )
  }, 120_000)
})

const unknown = { status: 404, body: { error: { type: 'invalid_request_error', message: 'no' } } }

/** What Stripe might answer at the worst: less than its signed events say. */
const poorAnswers: Record<string, (call: HeardCall) => { status: number; body: object } | undefined> = {
  'for nothing but the session': ({ path }) =>
    path.startsWith('/v1/checkout/sessions') ? undefined : unknown,
  'for nothing at all': () => unknown,
  'as if nothing had happened yet': ({ path }) => {
    const [, id] = /^\/v1\/checkout\/sessions\/(\w+)$/.exec(path) ?? []
    if (id) return { status: 200, body: { ...stripe.state.sessions.get(id), ...asOpened } }
    return path === '/v1/disputes' || path === '/v1/checkout/sessions'
      ? { status: 200, body: { object: 'list', data: [], has_more: false } }
      : unknown
  },
}
const asOpened = { status: 'open', payment_status: 'unpaid', payment_intent: null }

describe('Where Stripe answers for nothing at all and tells of refunds one by one', () => {
  afterEach(() => {
    stripe.trouble = () => undefined
  })

  it('an order whose money was paid back at once ends refunded, also when that is heard of first', async () => {
    const life = await OrderLife.begin(stripe, buyer)
    stripe.payer.pay(life.sessionId)
    stripe.payer.refund(life.sessionId)
    stripe.trouble = () => unknown
    await life.deliverAll(life.events.filter(({ type }) => type !== 'charge.refunded').toReversed())
    await expectEnd(life, { name: '', steps: [], status: 'refunded', left: 0n })
  })
})

describe.each(Object.entries(poorAnswers))('Where Stripe answers %s', (_, answer) => {
  afterEach(() => {
    stripe.trouble = () => undefined
  })

  // What was sent back can only be known by asking: events that speak of refunds count forwards alone.
  it.each(orderOutcomes.filter(({ name }) => !name.includes('sent back')))(
    'an order that is $name ends right by what the events say',
    async (outcome) => {
      await fc.assert(
        fc.asyncProperty(numbers, fc.boolean(), async (random, isAtOnce) => {
          stripe.trouble = () => undefined
          const life = await OrderLife.begin(stripe, buyer)
          for (const step of outcome.steps) step(life)
          // Events of other makers of payments name the payment alone.
          for (const { data } of life.events)
            if (Object(data.object).object === 'charge') Object.assign(Object(data.object), { metadata: {} })
          stripe.trouble = answer
          const events = scatter(life.events, random)
          if (isAtOnce) await Promise.all(events.map((event) => life.deliver(event)))
          else await life.deliverAll(events)
          await expectEnd(life, outcome)
        }),
        { numRuns: 6 },
      )
    },
    120_000,
  )
})
