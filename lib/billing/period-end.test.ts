import { describe, expect, it } from 'vitest'
import { periodEnd } from './period-end'

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
