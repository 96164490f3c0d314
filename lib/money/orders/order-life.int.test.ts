import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { hold, settle } from '@/lib/money/ledger/ledger'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { newId } from '@/lib/platform/ids'
import { type Buyer, newBuyer } from './testing/new-buyer'
import { OrderLife } from './testing/order-life'
import { startStripe } from './testing/stripe/stripe-stand-in'

const stripe = await startStripe()
afterAll(async () => {
  expect(await checkLedger()).toBe(0)
  stripe.close()
})

let buyer: Buyer
let life: OrderLife
beforeEach(async () => {
  buyer = await newBuyer()
  life = await OrderLife.begin(stripe, buyer)
})

/** Delivers pending events and returns the resulting order and its money. */
async function afterNews() {
  await life.deliverAll()
  return life.outcome()
}

describe('an order', () => {
  it('is pending until it is paid, and then has its credit, once', async () => {
    expect(await afterNews()).toMatchObject({ status: 'pending', balance: '0.000000', credits: [] })
    stripe.payer.pay(life.sessionId)
    const paid = {
      status: 'paid',
      balance: '9.500000',
      total_purchased: '9.500000',
      credits: ['purchase 9.500000'],
    }
    expect(await afterNews()).toMatchObject(paid)
    expect(await afterNews()).toMatchObject(paid)
  })

  it('is processing while the bank takes its time, and paid when it agrees', async () => {
    stripe.payer.pay(life.sessionId, { isDelayed: true })
    expect(await afterNews()).toMatchObject({ status: 'processing', credits: [] })
    stripe.payer.settle(life.sessionId, true)
    expect(await afterNews()).toMatchObject({ status: 'paid', credits: ['purchase 9.500000'] })
  })

  it('has failed when the bank refuses in the end', async () => {
    stripe.payer.pay(life.sessionId, { isDelayed: true })
    stripe.payer.settle(life.sessionId, false)
    expect(await afterNews()).toMatchObject({ status: 'failed', credits: [] })
    expect(await life.order()).toMatchObject({ failure: { code: 'payment_failed' }, checkout_url: null })
  })

  it('expires with its payment page', async () => {
    stripe.payer.expire(life.sessionId)
    expect(await afterNews()).toMatchObject({ status: 'expired', credits: [] })
  })

  it('loses credit in proportion to refunds, in steps and in full', async () => {
    stripe.payer.pay(life.sessionId)
    stripe.payer.refund(life.sessionId, 333)
    expect(await afterNews()).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: '3.330000',
      balance: '6.336500',
      total_purchased: '6.336500',
    })
    stripe.payer.refund(life.sessionId)
    expect(await afterNews()).toMatchObject({
      status: 'refunded',
      refunded_amount: '10.000000',
      balance: '0.000000',
      credits: ['purchase 9.500000', 'refund -3.163500', 'refund -6.336500'],
    })
  })

  it('counts tax as paid and refunded, never as credit', async () => {
    stripe.payer.pay(life.sessionId, { taxCents: 230 })
    expect(await afterNews()).toMatchObject({ status: 'paid', balance: '9.500000' })
    expect(await life.order()).toMatchObject({ amount: '10.000000', tax_amount: '2.300000' })
    stripe.payer.refund(life.sessionId, 615)
    expect(await afterNews()).toMatchObject({ status: 'partially_refunded', balance: '4.750000' })
    stripe.payer.refund(life.sessionId)
    expect(await afterNews()).toMatchObject({
      status: 'refunded',
      refunded_amount: '12.300000',
      balance: '0.000000',
    })
  })

  it('has its credit again when a refund fails, and loses it when it is made anew', async () => {
    stripe.payer.pay(life.sessionId)
    const refund = stripe.payer.refund(life.sessionId)
    expect(await afterNews()).toMatchObject({ status: 'refunded', balance: '0.000000' })
    stripe.payer.failRefund(refund)
    expect(await afterNews()).toMatchObject({
      status: 'paid',
      refunded_amount: '0.000000',
      balance: '9.500000',
    })
    stripe.payer.refund(life.sessionId)
    expect(await afterNews()).toMatchObject({ status: 'refunded', balance: '0.000000' })
  })

  it('loses its credit while it is disputed, and gets it back when the dispute is won', async () => {
    stripe.payer.pay(life.sessionId)
    const dispute = stripe.payer.dispute(life.sessionId)
    expect(await afterNews()).toMatchObject({ status: 'disputed', balance: '0.000000' })
    stripe.payer.closeDispute(dispute, 'won')
    expect(await afterNews()).toMatchObject({
      status: 'paid',
      credits: ['purchase 9.500000', 'dispute -9.500000', 'dispute 9.500000'],
    })
  })

  it('loses its credit for good when it is charged back', async () => {
    stripe.payer.pay(life.sessionId)
    stripe.payer.closeDispute(stripe.payer.dispute(life.sessionId), 'lost')
    expect(await afterNews()).toMatchObject({ status: 'charged_back', balance: '0.000000' })
  })

  it('takes back what was spent already: the balance goes below zero, and nothing more can be held', async () => {
    stripe.payer.pay(life.sessionId)
    await life.deliverAll()
    const { customerId } = buyer.caller
    const item = { customer_id: customerId, api_key_id: null, limit: null, period: null }
    const spent = newId('hold')
    await hold({ id: spent, amount: '4000000000', ...item })
    await settle({ id: spent, cost: '4000000000', owner: customerId }, null)
    stripe.payer.closeDispute(stripe.payer.dispute(life.sessionId), 'lost')
    expect(await afterNews()).toMatchObject({ status: 'charged_back', balance: '-4.000000' })
    expect(await hold({ id: newId('hold'), amount: '1', ...item })).toMatchObject({ outcome: 'balance' })
  })

  it('is disputed for what is left after a refund, and partially refunded again once that is won', async () => {
    stripe.payer.pay(life.sessionId)
    stripe.payer.refund(life.sessionId, 400)
    const dispute = stripe.payer.dispute(life.sessionId)
    expect(await afterNews()).toMatchObject({
      status: 'disputed',
      balance: '0.000000',
      refunded_amount: '4.000000',
    })
    stripe.payer.closeDispute(dispute, 'won')
    expect(await afterNews()).toMatchObject({ status: 'partially_refunded', balance: '5.700000' })
  })

  it('is not disputed by an inquiry, in which no money moves', async () => {
    stripe.payer.pay(life.sessionId)
    const inquiry = stripe.payer.dispute(life.sessionId, 'warning_needs_response')
    expect(await afterNews()).toMatchObject({ status: 'paid', balance: '9.500000' })
    stripe.payer.closeDispute(inquiry, 'warning_closed')
    expect(await afterNews()).toMatchObject({ status: 'paid', credits: ['purchase 9.500000'] })
  })

  it('ends as refunded when its refund is heard of before its payment', async () => {
    stripe.payer.pay(life.sessionId)
    stripe.payer.refund(life.sessionId)
    await life.deliverAll(life.events.toReversed())
    expect(await life.outcome()).toMatchObject({ status: 'refunded', balance: '0.000000' })
  })
})
