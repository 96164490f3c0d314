import { expect, it } from 'vitest'
import { spentThisPeriod } from './spent-this-period'

const now = new Date('2026-11-22T14:00:00Z')
const spend = { totalNanos: 900n, periodNanos: 40n, heldNanos: 0n, periodStart: new Date('2026-11-22') }

it('is all where the limit is never reset, and nothing where the key never spent', () => {
  expect(spentThisPeriod(null, spend, now)).toBe(900n)
  expect(spentThisPeriod('daily', undefined, now)).toBe(0n)
})

it('is what counts since the last reset', () => {
  expect(spentThisPeriod('daily', spend, now)).toBe(40n)
  expect(spentThisPeriod('daily', spend, new Date('2026-11-23'))).toBe(0n)
  expect(spentThisPeriod('daily', { ...spend, periodStart: null }, now)).toBe(0n)
})

it('keeps what counted when the limit was reset more often', () => {
  expect(spentThisPeriod('weekly', spend, now)).toBe(40n)
  expect(spentThisPeriod('monthly', spend, now)).toBe(40n)
  expect(spentThisPeriod('monthly', spend, new Date('2026-12-01'))).toBe(0n)
})
