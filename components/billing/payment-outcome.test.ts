import { expect, test } from 'vitest'
import type { Order } from '@/lib/billing/orders-schema'
import { LATE_MILLIS, paymentOutcome } from './payment-outcome'

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
] as const)('%s after %d ms is %s', (status, waited, outcome) => {
  expect(paymentOutcome({ status, failure: null }, waited)).toBe(outcome)
})

test('a declined card is distinguished from other failures', () => {
  expect(paymentOutcome({ status: 'failed', failure: failure('card_declined') }, 0)).toBe('declined')
  expect(paymentOutcome({ status: 'failed', failure: failure('payment_failed') }, 0)).toBe('failed')
  expect(paymentOutcome({ status: 'failed', failure: null }, 0)).toBe('failed')
})
