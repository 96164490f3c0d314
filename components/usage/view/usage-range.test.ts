import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, countDays } from './calendar'
import { previousRange, type RangeName, rangeProblem, resolveRange } from './usage-range'

const choice = (range: RangeName, from: string | null = null, to: string | null = null) => ({
  range,
  from,
  to,
})

test.each([
  ['today', '2026-11-21', '2026-11-21'],
  ['7d', '2026-11-15', '2026-11-21'],
  ['30d', '2026-10-23', '2026-11-21'],
  ['90d', '2026-08-24', '2026-11-21'],
  ['month', '2026-11-01', '2026-11-21'],
] as const)('%s ends today', (range, start, end) => {
  expect(resolveRange(choice(range), '2026-11-21')).toEqual({ start, end })
})

test('two days are taken as they are', () => {
  expect(resolveRange(choice('custom', '2026-01-05', '2026-01-09'), '2026-11-21')).toEqual({
    start: '2026-01-05',
    end: '2026-01-09',
  })
})

test.each([
  ['reversed', '2026-02-02', '2026-02-01'],
  ['too long', '2025-01-01', '2026-02-01'],
  ['half', '2026-02-01', null],
])('a range that is %s becomes the last 30 days', (_, from, to) => {
  expect(resolveRange(choice('custom', from, to), '2026-11-21')).toEqual(
    resolveRange(choice('30d'), '2026-11-21'),
  )
})

test.each([
  ['', '2026-02-01', 'Choose both days.'],
  ['2026-02-02', '2026-02-01', 'The first day is after the last.'],
  ['2025-01-01', '2026-01-02', 'At most 366 days can be shown at once.'],
  ['2025-01-01', '2026-01-01', null],
])('%s to %s: %s', (from, to, problem) => {
  expect(rangeProblem(from, to)).toBe(problem)
})

test('this month is compared to the same days of the month before', () => {
  expect(previousRange({ start: '2026-03-01', end: '2026-03-31' }, 'month')).toEqual({
    start: '2026-02-01',
    end: '2026-02-28',
  })
  expect(previousRange({ start: '2026-01-01', end: '2026-01-10' }, 'month')).toEqual({
    start: '2025-12-01',
    end: '2025-12-10',
  })
})

test('any other range is compared to as many days, which end the day before it', () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('1990-01-01', count))
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 366 }), (start, days) => {
      const range = { start, end: addDays(start, days - 1) }
      const previous = previousRange(range, 'custom')
      expect(countDays(previous.start, previous.end)).toBe(days)
      expect(addDays(previous.end, 1)).toBe(start)
    }),
  )
})
