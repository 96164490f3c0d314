import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecentItem } from '@/lib/money/usage/schema'
import { stepsOf } from './request-waterfall'

const attempt = (provider: string, code: string | null, latency_ms: number | null) => ({
  provider,
  model: null,
  route: null,
  code,
  status: null,
  latency_ms,
  own_key: false,
})
const request = {
  attempts: [attempt('north', 'upstream_error', 120), attempt('south', null, 300)],
  provider: 'south',
  own_key: false,
  status: 'success',
  error_code: null,
  ttft_ms: 450,
  latency_ms: 1450,
  cost: '0.001000',
  model_id: 'acme/large',
  completion_tokens: 100,
} as RecentItem
const spans = (given: RecentItem) =>
  stepsOf(given).map(({ name, from, until, cost }) => [name, from, until, cost])

describe('The steps of a request', () => {
  test('are its hold, its route, each attempt, the stream and the settlement', () => {
    expect(spans(request)).toEqual([
      ['Hold', 0, 0, null],
      ['Route', 0, 30, null],
      ['Try 1 · north', 30, 150, '0'],
      ['Try 2 · south', 150, 450, null],
      ['Answer', 450, 1450, null],
      ['Settled', 1450, 1450, '0.001000'],
    ])
  })

  test('have one attempt where the first one answered', () => {
    expect(spans({ ...request, attempts: [], ttft_ms: null })).toEqual([
      ['Hold', 0, 0, null],
      ['Route', 0, null, null],
      ['Try 1 · south', 0, 1450, null],
      ['Settled', 1450, 1450, '0.001000'],
    ])
  })

  test('have no times that were not recorded', () => {
    const attempts = [attempt('north', 'upstream_error', null), attempt('south', null, 300)]
    expect(spans({ ...request, attempts }).slice(1, 4)).toEqual([
      ['Route', 0, null, null],
      ['Try 1 · north', null, null, '0'],
      ['Try 2 · south', null, null, null],
    ])
  })

  test('lie within the whole, one after the other', () => {
    const millis = fc.integer({ min: 0, max: 100_000 })
    const any = fc.record({
      attempts: fc.array(
        millis.map((length) => attempt('one', 'upstream_error', length)),
        { maxLength: 5 },
      ),
      ttft_ms: fc.option(millis),
      latency_ms: millis,
    })
    fc.assert(
      fc.property(any, (differs) => {
        let before = 0
        for (const { from, until } of stepsOf({ ...request, ...differs })) {
          const [begin, end] = [from ?? 0, until ?? 0]
          expect(end).toBeGreaterThanOrEqual(begin)
          expect(begin).toBeGreaterThanOrEqual(before)
          expect(end).toBeLessThanOrEqual(differs.latency_ms)
          before = end
        }
      }),
    )
  })
})
