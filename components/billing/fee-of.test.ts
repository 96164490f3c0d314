import { expect, test } from 'vitest'
import { feeOf } from './fee-of'

test.each([
  ['50.000000', '47.500000', '0.05', { amount: '2.500000000', percent: '5%' }],
  ['10.000000', '9.710000', '0.029', { amount: '0.290000000', percent: '2.9%' }],
  ['10.000000', '10.000000', '0', { amount: '0.000000000', percent: '0%' }],
])('of %s that give %s', (price, credit, rate, fee) => {
  expect(feeOf({ price, credit }, rate)).toEqual(fee)
})
