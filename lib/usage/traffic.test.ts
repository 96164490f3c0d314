import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addTraffic, noTraffic, percentileOf, sampleCount } from './traffic'

/** As the database counts: see `usage_histogram_place`. */
function histogramOf(values: number[]): number[] {
  const counts: number[] = []
  for (const value of values) {
    const place = Math.floor(Math.log2(Math.max(value, 1)) * 8 + 1e-9)
    while (counts.length <= place) counts.push(0)
    counts[place] = (counts[place] ?? 0) + 1
  }
  return counts
}

const values = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 200 })

describe('a percentile of a histogram', () => {
  it('is within a twentieth of the value itself', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(0.01, 0.5, 0.75, 0.9, 0.99, 1), (all, share) => {
        const exact = all.toSorted((a, b) => a - b)[Math.ceil(all.length * share) - 1] ?? 0
        const found = percentileOf(histogramOf(all), share) ?? 0
        expect(Math.abs(Math.log(found / exact))).toBeLessThan(Math.log(1.05))
      }),
    )
  })

  it('does not change when the values were counted apart and added up', () => {
    fc.assert(
      fc.property(values, values, (some, others) => {
        const apart = [some, others].map((part) => ({ ...noTraffic, ttft: histogramOf(part) }))
        const { ttft } = addTraffic(apart)
        expect(ttft).toEqual(histogramOf([...some, ...others]))
        expect(sampleCount(ttft)).toBe(some.length + others.length)
      }),
    )
  })

  it('is null of nothing', () => {
    expect(percentileOf([], 0.5)).toBeNull()
    expect(percentileOf([0, 0], 0.5)).toBeNull()
  })
})
