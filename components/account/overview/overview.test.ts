import { expect, test } from 'vitest'
import { addDays, countDays } from '@/components/money/usage/view/calendar'
import type { UsageDay } from '@/lib/money/usage/schema'
import { balanceOutlook, describeDaysLeft } from './balance-panel'
import { sumByKind } from './kinds-panel'
import { spendRange, summariseSpend } from './spend'

const usd = (dollars: number) => dollars * 1_000_000_000

test.each([
  ['nothing left', 0, 1, 'empty', null],
  ['below zero after a charge-back', -3, 0, 'empty', null],
  ['never used', 0.5, 0, 'fine', null],
  ['ten days left', 10, 1, 'fine', 10],
  ['two days left', 2, 1, 'low', 2],
  ['less than a dollar', 0.5, 0.001, 'low', 500],
] as const)('a balance: %s', (_, available, daily, state, daysLeft) => {
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

const NANOS = 1_000_000_000

/** A dollar and ten requests a day, one of which failed. */
function days(start: string, end: string): UsageDay[] {
  return Array.from({ length: countDays(start, end) }, (_, index) => ({
    date: addDays(start, index),
    requests: 10,
    successful_requests: 9,
    failed_requests: 1,
    prompt_tokens: 0,
    cached_tokens: 0,
    completion_tokens: 0,
    total_tokens: 0,
    images: 0,
    video_seconds: 0,
    characters: 0,
    audio_seconds: 0,
    cost: '1.000000',
    cost_str: '$1.00',
    average_latency_ms: null,
  }))
}

test.each([
  ['2026-11-03', '2026-10-07'],
  ['2026-11-30', '2026-11-01'],
])('on %s the days from %s on are needed', (today, start) => {
  expect(spendRange(today)).toEqual({ start, end: today })
})

test('each day counts in its sums', () => {
  const { start, end } = spendRange('2026-11-03')
  const { days: shown, ...sums } = summariseSpend(days(start, end), '2026-11-03')
  expect(sums).toEqual({
    todayNanos: NANOS,
    monthNanos: 3 * NANOS,
    recentNanos: 14 * NANOS,
    beforeNanos: 14 * NANOS,
    requests: 140,
    failed_requests: 14,
  })
  expect(shown.map(({ date }) => date)).toEqual([
    ...Array.from({ length: 14 }, (_, index) => addDays('2026-10-21', index)),
  ])
})

test('kinds are summed apart, their latency over what succeeded', () => {
  const model = (
    modality: 'chat' | 'video',
    requests: number,
    successful: number,
    millis: number | null,
  ) => ({
    modality,
    requests,
    successful_requests: successful,
    average_latency_ms: millis,
  })
  expect(
    sumByKind([
      model('video', 2, 0, null),
      model('chat', 10, 9, 1000),
      model('video', 1, 1, 60_000),
      model('chat', 1, 1, 2000),
    ]),
  ).toEqual([
    { modality: 'chat', requests: 11, successful: 10, latencyMillis: 1100 },
    { modality: 'video', requests: 3, successful: 1, latencyMillis: 60_000 },
  ])
  expect(sumByKind([model('chat', 1, 0, null)])).toEqual([
    { modality: 'chat', requests: 1, successful: 0, latencyMillis: null },
  ])
})
