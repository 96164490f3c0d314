import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measuresIn } from '@/lib/money/prices/measures'
import type { Caller, CallerKey } from '@/lib/platform/caller'
import { csvLine } from './csv-exports'
import { resolveDayRange } from './internal/resolve-query'
import { toHoldItem } from './meter'
import { RecentItem, UsageQuery, UsageTotals } from './schema'
import { limitedKey } from './testing'
import { addTraffic, noTraffic, percentileOf, sampleCount } from './traffic'

const at = new Date('2026-11-22T14:00:00Z')
const open = limitedKey(null)

function periodOf(limits: Partial<CallerKey>) {
  const caller: Caller = {
    customerId: 'cus_1',
    userId: null,
    isOperator: false,
    apiKey: { ...open, ...limits },
  }
  const { limit, period, until } = toHoldItem(caller, 'req_1', 5n, at)
  return [limit, period, until]
}

it('says in which period it counts, and until when that lasts', () => {
  const limited = (limitReset: CallerKey['limitReset']) => periodOf({ limitNanos: 7n, limitReset })
  expect(limited('daily')).toEqual(['7', '2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z'])
  expect(limited('weekly')).toEqual(['7', '2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z'])
  expect(limited('monthly')).toEqual(['7', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'])
  expect(limited(null)).toEqual(['7', null, null])
  expect(periodOf({ limitReset: 'daily' })).toEqual([null, null, null])
})

const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', 'EST', 'cet', 'Etc/GMT+5', 'EST5EDT'])
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const ofThreeLetters = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))

it('every zone that is taken can be reckoned with', () => {
  const accepted = [...zones, ...ofThreeLetters].filter(
    (timezone) => UsageQuery.safeParse({ timezone }).success,
  )
  expect(accepted).toEqual(expect.arrayContaining([...zones]))
  for (const timezone of accepted) expect(resolveDayRange({ timezone }, new Date()).dates).toHaveLength(30)
})

it.each([
  ['usage_fold_tallies', measuresIn('sums')],
  ['usage_fold_traffic', measuresIn('traffic')],
])('%s takes every measure along', (name, measures) => {
  const sql = readFileSync(join('prisma', 'sql', `${name}.sql`), 'utf8')
  for (const one of measures) {
    expect(sql).toContain(`sum(t.${one})`)
    expect(sql).toContain(`${one} = r.${one} + excluded.${one}`)
  }
})

it('the wire has what is counted in the order that it ever had', () => {
  const counted = (shape: object) =>
    Object.keys(shape).filter((name) => /_tokens|images|_seconds|char/.test(name))
  const plain = 'completion_tokens total_tokens images video_seconds characters audio_seconds'.split(' ')
  expect(counted(RecentItem.shape)).toEqual(['prompt_tokens', ...plain])
  expect(counted(UsageTotals.shape)).toEqual(['prompt_tokens', 'cached_tokens', ...plain])
})

/** As the database counts: see `usage_histogram_place`. */
function histogramOf(values: number[]): number[] {
  const counts: number[] = []
  for (const value of values) {
    const index = Math.floor(Math.log2(Math.max(value, 1)) * 8 + 1e-9)
    while (counts.length <= index) counts.push(0)
    counts[index] = (counts[index] ?? 0) + 1
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

it.each(['=1+1', '+1', '-a', '@x', '＝1+1', '＋1', '－1', '＠x', '﹦1', '−5', ' =1', '\u200b=1', '\t=1'])(
  'a name that begins like a formula is text to a spreadsheet: %j',
  (name) => expect(csvLine([name])).toBe(`'${name}\r\n`),
)

it.each(['-1.50', 'a=1', '中文', ''])('any other cell is as it is: %j', (text) =>
  expect(csvLine([text])).toBe(`${text}\r\n`),
)
