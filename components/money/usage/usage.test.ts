import { describe, expect, test } from 'vitest'
import type { UsageReply } from '@/lib/money/usage/schema'
import { buildUsageChart } from './chart/build-usage-chart'
import { describeChange, failedShare, formatAmount, formatNanosShort } from './figures'

const totals = {
  requests: 0,
  successful_requests: 0,
  failed_requests: 0,
  prompt_tokens: 0,
  cached_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  images: 0,
  video_seconds: 0,
  characters: 0,
  audio_seconds: 0,
  cost: '0.000000',
  cost_str: '$0.00',
  average_latency_ms: null,
}
const model = (id: string, cost: string, requests: number) => ({
  ...totals,
  model_id: id,
  model_name: id.toUpperCase(),
  modality: 'chat' as const,
  cost,
  requests,
  share: 0,
})
const group = (id: string, cost: string, requests: number) => ({ id, cost, requests, total_tokens: 0 })

/** Two days; `a` is the most expensive model, `g` the busiest. */
const reply: UsageReply = {
  start_date: '2026-11-20',
  end_date: '2026-11-21',
  timezone: 'Europe/Berlin',
  currency: 'USD',
  summary: totals,
  daily: [
    {
      ...totals,
      date: '2026-11-20',
      cost: '3.500000',
      requests: 20,
      groups: [group('a', '2.000000', 1), group('b', '1.000000', 1), group('g', '0.500000', 18)],
    },
    { ...totals, date: '2026-11-21', cost: '1.000000', requests: 5, groups: [group('c', '1.000000', 5)] },
  ],
  models: [
    model('a', '2.000000', 1),
    model('b', '1.000000', 1),
    model('c', '1.000000', 5),
    model('d', '0.000000', 0),
    model('g', '0.500000', 18),
  ],
  api_keys: [],
}

test('ungrouped, a day is one exact figure', () => {
  const { points, series } = buildUsageChart(reply, 'cost', 'none')
  expect(points).toEqual([
    { key: '2026-11-20', tick: '20 Nov', label: 'Fri, 20 Nov 2026' },
    { key: '2026-11-21', tick: '21 Nov', label: 'Sat, 21 Nov 2026' },
  ])
  expect(series).toEqual([{ id: 'total', name: 'Cost', tone: 1, values: [3_500_000_000, 1_000_000_000] }])
})

test('grouped, the largest by the metric comes first, and who has none is left out', () => {
  const ids = (metric: 'cost' | 'requests' | 'tokens') =>
    buildUsageChart(reply, metric, 'model').series.map(({ id, values }) => [id, ...values])
  expect(ids('cost')).toEqual([
    ['a', 2_000_000_000, 0],
    ['b', 1_000_000_000, 0],
    ['c', 0, 1_000_000_000],
    ['g', 500_000_000, 0],
  ])
  expect(ids('requests').map(([id]) => id)).toEqual(['g', 'c', 'a', 'b'])
  expect(ids('tokens')).toEqual([['total', 0, 0]])
})

test('beyond five, the others are what is left of the day', () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, index) => model(id, `${9 - index}.000000`, 1))
  const { series } = buildUsageChart({ ...reply, models: six }, 'cost', 'model')
  expect(series.map(({ name, tone }) => [name, tone])).toEqual([
    ['A', 1],
    ['B', 2],
    ['C', 3],
    ['D', 4],
    ['E', 5],
    ['2 more', 'rest'],
  ])
  expect(series.at(-1)?.values).toEqual([500_000_000, 0])
})

test('hours are shown in the time zone', () => {
  const hourly = [{ ...totals, start: '2026-11-20T23:00:00.000Z', requests: 3 }]
  const { points, series } = buildUsageChart({ ...reply, hourly }, 'requests', 'none')
  expect(points).toEqual([{ key: '2026-11-20T23:00:00.000Z', tick: '00:00', label: 'Sat 21 Nov, 00:00' }])
  expect(series[0]?.values).toEqual([3])
})

describe('format amount', () => {
  const nothing = { total_tokens: 0, images: 0, video_seconds: 0, characters: 0, audio_seconds: 0 }

  test.each([
    [{}, '–'],
    [{ total_tokens: 24 }, '24 tokens'],
    [{ total_tokens: 9_999 }, '9,999 tokens'],
    [{ total_tokens: 1_234_567 }, '1.2M tokens'],
    [{ images: 1_200 }, '1,200 images'],
    [{ video_seconds: 5.04 }, '5 s video'],
    [{ video_seconds: 3801.7 }, '63 min video'],
    [{ characters: 4_096 }, '4,096 characters'],
    [{ audio_seconds: 90.25 }, '90.3 s audio'],
    [{ total_tokens: 24, images: 3, video_seconds: 12.5 }, '24 tokens, 3 images, 12.5 s video'],
  ])('%o is %s', (used, shown) => {
    expect(formatAmount({ ...nothing, ...used })).toBe(shown)
  })

  test('an image is counted as an image, whatever its tokens', () => {
    expect(formatAmount({ ...nothing, modality: 'image', images: 1, total_tokens: 4_000 })).toBe('1 image')
    expect(formatAmount({ ...nothing, modality: 'image', total_tokens: 4_000 })).toBe('–')
  })
})

describe('format nanos', () => {
  test.each([
    [0, '$0'],
    [500_000, '$0.0005'],
    [1_500_000_000, '$1.50'],
    [20_000_000_000, '$20'],
    [1_200_000_000_000, '$1.2K'],
  ])('on the axis %d are %s', (nanos, shown) => {
    expect(formatNanosShort(nanos)).toBe(shown)
  })
})

describe('describe change', () => {
  test.each([
    [112, 100, '+12%'],
    [60, 100, '−40%'],
    [0, 100, '−100%'],
    [100, 100, '0%'],
    [1001, 1000, '±0%'],
    [5000, 100, '×50'],
    [5, 0, null],
    [0, 0, null],
  ])('%d after %d is %s', (now, before, shown) => {
    expect(describeChange(now, before)).toBe(shown)
  })
})

describe('failed share', () => {
  test.each([
    [0, 0, '–'],
    [10, 0, '0%'],
    [1000, 23, '2.3%'],
    [100_000, 1, '< 0.1%'],
    [100_000, 99_999, '> 99.9%'],
    [3, 3, '100%'],
  ])('of %d requests %d failed: %s', (requests, failed_requests, shown) => {
    expect(failedShare({ requests, failed_requests })).toBe(shown)
  })
})
