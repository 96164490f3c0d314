import { expect, test } from 'vitest'
import type { Order } from '@/lib/money/orders/orders-schema'
import { creditOf } from './credit-panel'
import { LATE_MILLIS, paymentOutcome } from './order-status'

test.each([
  ['37.50', '0.05', '35.620000000'],
  ['37.51', '0.05', '35.630000000'],
  ['10000', '0.033333', '9666.670000000'],
  ['5.01', '0', '5.010000000'],
])('the credit for %s at a fee of %s', (price, rate, credit) => {
  expect(creditOf(price, rate)).toBe(credit)
})

const failure = (code: NonNullable<Order['failure']>['code']) => ({ code, message: 'No.' })

test.each([
  ['pending', 0, 'waiting'],
  ['processing', LATE_MILLIS - 1, 'waiting'],
  ['pending', LATE_MILLIS, 'late'],
  ['processing', LATE_MILLIS, 'late'],
  ['paid', LATE_MILLIS, 'paid'],
  ['cancelled', 0, 'cancelled'],
  ['expired', 0, 'expired'],
  ['partially_refunded', 0, 'reversed'],
  ['refunded', 0, 'reversed'],
  ['disputed', 0, 'reversed'],
  ['charged_back', 0, 'reversed'],
] as const)('a payment that is %s after %d ms is %s', (status, waited, outcome) => {
  expect(paymentOutcome({ status, failure: null }, waited)).toBe(outcome)
})

test('a declined card is distinguished from other failures', () => {
  expect(paymentOutcome({ status: 'failed', failure: failure('card_declined') }, 0)).toBe('declined')
  expect(paymentOutcome({ status: 'failed', failure: failure('payment_failed') }, 0)).toBe('failed')
  expect(paymentOutcome({ status: 'failed', failure: null }, 0)).toBe('failed')
})
