import { describe, expect, it } from 'vitest'
import { periodEnd, spentThisPeriod } from './key-spend'

describe('spent this period', () => {
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
})

describe('period end', () => {
  const end = (reset: 'daily' | 'weekly' | 'monthly' | null, now: string) =>
    periodEnd(reset, new Date(now))?.toISOString() ?? null

  describe("the end of a limit's period", () => {
    it.each([
      ['daily', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00.000Z'],
      ['weekly', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00.000Z'], // a Monday
      ['weekly', '2026-11-22T23:00:00Z', '2026-11-23T00:00:00.000Z'],
      ['monthly', '2028-02-29T00:00:00Z', '2028-03-01T00:00:00.000Z'],
      ['monthly', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
      [null, '2026-12-01T00:00:00Z', null],
    ] as const)('that is reset %s, at %s, is %s', (reset, now, expected) => {
      expect(end(reset, now)).toBe(expected)
    })
  })
})
