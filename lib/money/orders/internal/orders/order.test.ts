import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OrderStatus } from '../../orders-schema'
import { canMove, type PaymentFacts, paymentStages, reversedCredit, statusOf } from './order'

const facts: PaymentFacts = {
  payment: 'open',
  failure: null,
  cancelledAt: null,
  paidAt: null,
  chargedCents: 1000,
  refundedCents: 0,
  dispute: null,
  disputedCents: 0,
}
const at = new Date(0)
const paid = { payment: 'paid', paidAt: at } as const

describe('the status of an order', () => {
  it.each<[string, Partial<PaymentFacts>]>([
    ['pending', {}],
    ['cancelled', { cancelledAt: at }],
    ['expired', { payment: 'expired' }],
    ['cancelled', { payment: 'expired', cancelledAt: at }],
    ['processing', { payment: 'processing', cancelledAt: at }],
    ['failed', { payment: 'failed' }],
    ['failed', { failure: 'checkout_failed' }],
    ['failed', { payment: 'paid', failure: 'payment_mismatch' }],
    ['paid', { ...paid, cancelledAt: at }],
    ['partially_refunded', { ...paid, refundedCents: 999 }],
    ['refunded', { ...paid, refundedCents: 1000 }],
    ['disputed', { ...paid, refundedCents: 999, dispute: 'open' }],
    ['charged_back', { ...paid, dispute: 'lost' }],
    ['paid', { ...paid, dispute: 'won' }],
    ['partially_refunded', { ...paid, refundedCents: 1, dispute: 'won' }],
  ])('is %s for %j', (status, found) => {
    expect(statusOf({ ...facts, ...found })).toBe(status)
  })
})

const anyFacts = fc.record({
  payment: fc.constantFrom(...paymentStages),
  failure: fc.constant(null),
  cancelledAt: fc.constantFrom(null, at),
  paidAt: fc.constantFrom(null, at),
  chargedCents: fc.nat(100_000),
  refundedCents: fc.nat(120_000),
  dispute: fc.constantFrom(null, 'open' as const, 'won' as const, 'lost' as const),
  disputedCents: fc.nat(120_000),
})

describe('the credit taken back', () => {
  it('is never more than the credit, never negative, and 0 before payment', () => {
    fc.assert(
      fc.property(anyFacts, fc.bigInt({ min: 0n, max: 10n ** 12n }), (found, credit) => {
        const { refundNanos, disputeNanos } = reversedCredit(credit, found)
        expect(refundNanos >= 0n && disputeNanos >= 0n).toBe(true)
        expect(refundNanos + disputeNanos <= (found.paidAt === null ? 0n : credit)).toBe(true)
      }),
    )
  })

  it('is all of it once all is refunded, disputed, or both together', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.nat(),
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        (charged, part, credit) => {
          const refundedCents = part % (charged + 1)
          const all = {
            ...facts,
            ...paid,
            chargedCents: charged,
            refundedCents,
            disputedCents: charged - refundedCents,
          }
          const { refundNanos, disputeNanos } = reversedCredit(credit, all)
          expect(refundNanos + disputeNanos).toBe(credit)
        },
      ),
    )
  })
})

describe('the moves of an order', () => {
  const beforePayment = ['pending', 'processing', 'expired', 'cancelled', 'failed'] as const
  const afterPayment = OrderStatus.options.filter((status) => !beforePayment.some((one) => one === status))

  it('lead from everywhere to a payment, for money wins, and never back before it', () => {
    for (const from of OrderStatus.options) expect(canMove(from, 'paid'), from).toBe(true)
    for (const from of afterPayment)
      for (const to of beforePayment) expect(canMove(from, to), `${from} ${to}`).toBe(false)
  })

  it('leave an order that has ended unpaid where it is, whatever comes but money', () => {
    for (const from of ['expired', 'cancelled', 'failed'] as const)
      for (const to of ['pending', 'expired', 'cancelled'] as const)
        expect(canMove(from, to), `${from} ${to}`).toBe(from === to)
  })
})
