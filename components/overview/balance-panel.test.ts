import { expect, test } from 'vitest'
import { balanceOutlook, describeDaysLeft } from './balance-panel'

const usd = (dollars: number) => dollars * 1_000_000_000

test.each([
  ['nothing left', 0, 1, 'empty', null],
  ['below zero after a charge-back', -3, 0, 'empty', null],
  ['never used', 0.5, 0, 'fine', null],
  ['ten days left', 10, 1, 'fine', 10],
  ['two days left', 2, 1, 'low', 2],
  ['less than a dollar', 0.5, 0.001, 'low', 500],
] as const)('%s', (_, available, daily, state, daysLeft) => {
  const outlook = balanceOutlook(usd(available), usd(daily))
  expect(outlook.state).toBe(state)
  if (daysLeft === null) expect(outlook.daysLeft).toBeNull()
  else expect(outlook.daysLeft).toBeCloseTo(daysLeft)
})

test.each([
  [0.4, 'less than a day'],
  [1.2, 'about a day'],
  [11.6, 'about 12 days'],
  [366, 'more than a year'],
])('%d days are %s', (days, words) => {
  expect(describeDaysLeft(days)).toBe(words)
})
