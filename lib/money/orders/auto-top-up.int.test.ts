import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { grantCredit, readBalance } from '@/lib/money/ledger/balance'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import {
  listFailedTopUps,
  openCardPage,
  readAutoTopUp,
  removeCard,
  sweepTopUps,
  updateAutoTopUp,
} from './auto-top-up'
import { detachCardJob, detachUnusedCard, eraseBillingOf } from './billing'
import { listOrders, sweepOrders } from './orders'
import { receivePaymentEvent, sweepPaymentEvents } from './payment-events'
import { type Buyer, newBuyer } from './testing/new-buyer'
import { startStripe } from './testing/stripe/stripe-stand-in'
import type { Event, Intent } from './testing/stripe/stripe-state'

const stripe = await startStripe()
beforeAll(() => startJobs({ scheduled: [], queued: [bindJob(detachCardJob, detachUnusedCard)] }, true))
afterAll(async () => {
  await stopJobs()
  expect(await checkLedger()).toBe(0)
  stripe.close()
})

let buyer: Buyer
beforeEach(async () => {
  buyer = await newBuyer()
})
afterEach(() => {
  vi.restoreAllMocks()
  stripe.trouble = () => undefined
})

type Refusal = 'card_declined' | 'authentication_required'

const deliver = (event: Event) => {
  const { text, headers } = stripe.sign(event)
  return receivePaymentEvent(Buffer.from(text), headers['stripe-signature'])
}

/** A saved card, and top-up switched on with $5, $10, $25 a month. */
async function switchOn(who: Buyer, refusal?: Refusal): Promise<string> {
  const { session_id } = await openCardPage(who.caller)
  const cardId = stripe.payer.saveCard(session_id, refusal)
  for (const event of stripe.state.eventsOf(session_id)) await deliver(event)
  await updateAutoTopUp(who.caller, { enabled: true, threshold: '5', amount: 1000, monthly_limit: 2500 })
  return cardId
}

const payerOf = (cardId: string) => stripe.state.cards.get(cardId)?.customer

const chargesOf = (who: Buyer): Intent[] =>
  [...stripe.state.intents.values()].filter(({ metadata }) => metadata.customer_id === who.caller.customerId)
const ordersOf = async (who: Buyer) =>
  (await listOrders(who.caller, { limit: 20, offset: 0, cursor: '', abandoned: 'include' })).items
const balanceOf = async (who: Buyer) => (await readBalance(who.caller)).balance

async function deliverAll(who: Buyer): Promise<void> {
  const events = chargesOf(who).flatMap(({ id }) => stripe.state.eventsOf(id))
  for (const event of [...events, ...events]) await deliver(event)
}

const later = (millis: number) => {
  const now = Date.now() + millis
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(now))
}
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('Automatic top-up', () => {
  it('charges the card once when the balance is low; the credit comes by the event, once', async () => {
    await switchOn(buyer)
    await sweepTopUps()
    expect(chargesOf(buyer)).toMatchObject([{ amount: 1000, status: 'succeeded' }])
    expect(await ordersOf(buyer)).toMatchObject([
      { status: 'processing', automatic: true, amount: '10.000000', inner_id: null, checkout_url: null },
    ])
    expect(await balanceOf(buyer)).toBe('0.000000')
    await sweepTopUps()
    expect(chargesOf(buyer)).toHaveLength(1)
    await deliverAll(buyer)
    expect(await balanceOf(buyer)).toBe('9.500000')
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'paid', documents: { invoice: true } }])
    await sweepTopUps()
    expect(chargesOf(buyer)).toHaveLength(1)
    expect(await readAutoTopUp(buyer.caller)).toMatchObject({
      enabled: true,
      charged_this_month: '10.000000',
    })
  })

  it('does nothing above the threshold, while off, or for a suspended account', async () => {
    await switchOn(buyer)
    const { customerId } = buyer.caller
    await grantCredit({ customerId, amountNanos: 5_000_000_000n, key: `test:${customerId}` })
    await sweepTopUps()
    await grantCredit({ customerId, amountNanos: -1n, key: `test:less:${customerId}` })
    await updateAutoTopUp(buyer.caller, { enabled: false })
    await sweepTopUps()
    await updateAutoTopUp(buyer.caller, { enabled: true })
    await prisma.customer.update({ where: { id: customerId }, data: { suspendedAt: new Date() } })
    await sweepTopUps()
    expect(chargesOf(buyer)).toEqual([])
    await prisma.customer.update({ where: { id: customerId }, data: { suspendedAt: null } })
    await sweepTopUps()
    expect(chargesOf(buyer)).toHaveLength(1)
  })

  it('stops at the monthly limit, and goes on next month', async () => {
    await switchOn(buyer)
    await updateAutoTopUp(buyer.caller, { threshold: '1000' })
    for (let round = 0; round < 4; round++) {
      await sweepTopUps()
      await deliverAll(buyer)
    }
    expect(chargesOf(buyer)).toHaveLength(2)
    later(32 * 24 * HOUR)
    await sweepTopUps()
    expect(chargesOf(buyer)).toHaveLength(3)
  })

  it('makes one payment, however many look at once, again and again', async () => {
    const buyers = await Promise.all(Array.from({ length: 4 }, () => newBuyer()))
    for (const one of buyers) await switchOn(one)
    await Promise.all(Array.from({ length: 6 }, () => sweepTopUps()))
    await Promise.all([...Array.from({ length: 4 }, () => sweepTopUps()), sweepOrders(), sweepOrders()])
    for (const one of buyers) {
      expect(chargesOf(one)).toHaveLength(1)
      await Promise.all([deliverAll(one), deliverAll(one), sweepTopUps(), sweepPaymentEvents()])
      expect(await balanceOf(one)).toBe('9.500000')
      expect(chargesOf(one)).toHaveLength(1)
    }
  })

  it.each(['lose', 'cut'] as const)(
    'goes on with the same payment when the answer to the charge was not heard (%s)',
    async (trouble) => {
      await switchOn(buyer)
      stripe.trouble = ({ path }) => (path === '/v1/payment_intents' ? trouble : undefined)
      await sweepTopUps()
      expect(await ordersOf(buyer)).toMatchObject([{ status: 'pending' }])
      stripe.trouble = () => undefined
      await sweepTopUps()
      later(3 * MINUTE)
      await sweepOrders()
      later(6 * MINUTE)
      await sweepOrders()
      await deliverAll(buyer)
      expect(chargesOf(buyer)).toHaveLength(1)
      expect(await balanceOf(buyer)).toBe('9.500000')
    },
  )

  it('charges nothing once Stripe may have lost the key: it looks for the payment', async () => {
    const other = await newBuyer()
    for (const one of [buyer, other]) await switchOn(one)
    stripe.trouble = ({ path, text }) => {
      if (path !== '/v1/payment_intents') return undefined
      return text.includes(buyer.caller.customerId) ? 'lose' : 'cut'
    }
    await sweepTopUps()
    stripe.trouble = () => undefined
    const sent = () =>
      stripe.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('intents'))
    const before = sent().length
    later(21 * HOUR)
    await sweepOrders()
    later(23 * HOUR)
    await sweepOrders()
    expect(sent()).toHaveLength(before)
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'paid' }])
    expect(await ordersOf(other)).toMatchObject([{ status: 'failed', failure: { code: 'payment_failed' } }])
    expect([chargesOf(buyer).length, chargesOf(other).length]).toEqual([1, 0])
    expect(await readAutoTopUp(other.caller)).toMatchObject({ enabled: false })
  })

  it('that is heard of by the event before the answer is credited once', async () => {
    await switchOn(buyer)
    stripe.trouble = ({ path }) => (path === '/v1/payment_intents' ? 'lose' : undefined)
    await sweepTopUps()
    stripe.trouble = () => undefined
    await deliverAll(buyer)
    later(3 * MINUTE)
    await sweepOrders()
    expect(await balanceOf(buyer)).toBe('9.500000')
    expect(chargesOf(buyer)).toHaveLength(1)
  })

  it.each(['card_declined', 'authentication_required'] as const)(
    'switches itself off when the bank says %s, and does not try again',
    async (refusal) => {
      await switchOn(buyer, refusal)
      await Promise.all([sweepTopUps(), sweepTopUps()])
      await deliverAll(buyer)
      await sweepTopUps()
      const [order] = await ordersOf(buyer)
      expect(order).toMatchObject({ status: 'failed', failure: { code: refusal } })
      expect(chargesOf(buyer)).toHaveLength(1)
      expect(await readAutoTopUp(buyer.caller)).toMatchObject({
        enabled: false,
        charged_this_month: '0.000000',
        failure: { code: refusal, order_id: order?.order_id },
      })
      expect(await listFailedTopUps(new Date(0))).toContainEqual({
        customerId: buyer.caller.customerId,
        orderId: order?.order_id,
        amount: '10.000000',
        failure: order?.failure,
      })
      await switchOn(buyer)
      expect(await readAutoTopUp(buyer.caller)).toMatchObject({ enabled: true, failure: null })
      await sweepTopUps()
      await deliverAll(buyer)
      expect(await balanceOf(buyer)).toBe('9.500000')
    },
  )

  it('is refunded and disputed as any other payment', async () => {
    await switchOn(buyer)
    await sweepTopUps()
    await deliverAll(buyer)
    const [{ id } = { id: '' }] = chargesOf(buyer)
    await updateAutoTopUp(buyer.caller, { enabled: false })
    stripe.payer.refund(id, 500)
    await deliverAll(buyer)
    expect(await balanceOf(buyer)).toBe('4.750000')
    stripe.payer.dispute(id)
    await deliverAll(buyer)
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'disputed' }])
    expect(await balanceOf(buyer)).toBe('0.000000')
  })

  // pollinations/pollinations#10583, pocketpaw/pocketpaw#2041
  it.each([
    ['refunded', (id: string) => stripe.payer.refund(id, 1000)],
    ['disputed', (id: string) => stripe.payer.dispute(id)],
  ])('charges nothing more once a payment is %s, until it is turned on again', async (status, takeBack) => {
    await switchOn(buyer)
    await sweepTopUps()
    await deliverAll(buyer)
    const [{ id } = { id: '' }] = chargesOf(buyer)
    takeBack(id)
    await deliverAll(buyer)
    await sweepTopUps()
    expect(chargesOf(buyer)).toHaveLength(1)
    expect(await balanceOf(buyer)).toBe('0.000000')
    const [{ order_id } = { order_id: '' }] = await ordersOf(buyer)
    expect(await readAutoTopUp(buyer.caller)).toMatchObject({
      enabled: false,
      failure: { code: 'payment_reversed', order_id },
    })
    await updateAutoTopUp(buyer.caller, { enabled: true })
    await deliverAll(buyer)
    await sweepTopUps()
    expect(chargesOf(buyer)).toHaveLength(2)
    expect(await ordersOf(buyer)).toContainEqual(expect.objectContaining({ order_id, status }))
  })

  it('goes on after a part of a payment was refunded', async () => {
    await switchOn(buyer)
    await sweepTopUps()
    await deliverAll(buyer)
    const [{ id } = { id: '' }] = chargesOf(buyer)
    stripe.payer.refund(id, 100)
    await deliverAll(buyer)
    expect(await readAutoTopUp(buyer.caller)).toMatchObject({ enabled: true, failure: null })
  })

  it('adds nothing for a payment of another amount', async () => {
    await switchOn(buyer)
    await sweepTopUps()
    for (const intent of chargesOf(buyer)) intent.amount = 1
    await deliverAll(buyer)
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'failed', failure: { code: 'payment_mismatch' } }])
    expect(await balanceOf(buyer)).toBe('0.000000')
  })

  it('ends with its card, which is removed at Stripe too, once', async () => {
    const cardId = await switchOn(buyer)
    await Promise.all([removeCard(buyer.caller), removeCard(buyer.caller)])
    await removeCard(buyer.caller)
    expect(payerOf(cardId)).toBeNull()
    expect(await readAutoTopUp(buyer.caller)).toMatchObject({
      enabled: false,
      card: null,
      threshold: '5.000000',
    })
    await sweepTopUps()
    expect(chargesOf(buyer)).toEqual([])
    await expect(updateAutoTopUp(buyer.caller, { enabled: true })).rejects.toThrow('requires a saved card')
    await switchOn(buyer)
    await sweepTopUps()
    expect(chargesOf(buyer)).toHaveLength(1)
  })

  it('charges nothing with a card that Stripe failed to remove, nor for an order that was made before', async () => {
    const cardId = await switchOn(buyer)
    stripe.trouble = () => 'cut'
    await sweepTopUps()
    await expect(removeCard(buyer.caller)).rejects.toMatchObject({ code: 'upstream_unavailable' })
    expect(await readAutoTopUp(buyer.caller)).toMatchObject({ enabled: false, card: { last4: '4242' } })
    stripe.trouble = () => undefined
    await removeCard(buyer.caller)
    later(3 * MINUTE)
    await sweepOrders()
    expect(payerOf(cardId)).toBeNull()
    expect(chargesOf(buyer)).toEqual([])
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'failed', failure: { code: 'payment_failed' } }])
    expect(await readAutoTopUp(buyer.caller)).toMatchObject({ card: null, failure: null })
  })

  it('takes a card from Stripe whose place another took, or whose account is gone', async () => {
    const replacedId = await switchOn(buyer)
    const cardId = await switchOn(buyer)
    await expect.poll(() => payerOf(replacedId)).toBeNull()
    expect(payerOf(cardId)).toMatch(/^cus_/)
    await sweepTopUps()
    expect(chargesOf(buyer)).toHaveLength(1)
    await eraseBillingOf(buyer.caller.customerId)
    await expect.poll(() => payerOf(cardId)).toBeNull()
  })
})
