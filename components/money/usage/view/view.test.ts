import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  countDays,
  formatDayLong,
  formatDayShort,
  formatDays,
  monthsBefore,
  todayIn,
} from './calendar'
import { previousRange, rangeProblem, resolveRange } from './usage-range'
import { keyLabels, type RangeName, readView, writeView } from './usage-view'

test('an empty address is the last 30 days by model', () => {
  expect(readView(new URLSearchParams())).toEqual({
    range: '30d',
    from: null,
    to: null,
    zone: null,
    metric: 'cost',
    group: 'model',
    model: null,
    key: null,
    member: null,
    project: null,
    user: null,
    tag: null,
    status: null,
    modality: null,
    request: null,
  })
})

test.each([
  '',
  'range=7d&metric=tokens&group=none',
  'range=1h&metric=latency',
  'range=custom&from=2026-11-01&to=2026-11-05&zone=Asia%2FTokyo',
  'model=sandbox%2Fchat&key=key_1&status=failed&modality=chat&request=req_1',
])('%s comes back as it was', (search) => {
  expect(writeView(readView(new URLSearchParams(search)))).toBe(search)
})

test('invalid parts of a URL are ignored', () => {
  const search = 'range=year&from=yesterday&zone=Mars%2FBase&metric=joy&status=lost&modality=smell&model='
  expect(writeView(readView(new URLSearchParams(search)))).toBe('')
})

const choice = (range: RangeName, from: string | null = null, to: string | null = null) => ({
  range,
  from,
  to,
})

test.each([
  ['1h', '2026-11-21', '2026-11-21'],
  ['24h', '2026-11-20', '2026-11-21'],
  ['today', '2026-11-21', '2026-11-21'],
  ['7d', '2026-11-15', '2026-11-21'],
  ['30d', '2026-10-23', '2026-11-21'],
  ['90d', '2026-08-24', '2026-11-21'],
  ['month', '2026-11-01', '2026-11-21'],
] as const)('%s ends today', (range, start, end) => {
  expect(resolveRange(choice(range), '2026-11-21')).toEqual({ start, end })
})

test('a custom range is used as it is', () => {
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
  ['2026-02-02', '2026-02-01', 'The start is after the end.'],
  ['2025-01-01', '2026-01-02', 'The range can have at most 366 days.'],
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

const newYear = Date.parse('2027-01-01T03:30:00Z')

test.each([
  ['UTC', '2027-01-01'],
  ['America/New_York', '2026-12-31'],
  ['Pacific/Kiritimati', '2027-01-01'],
])('the day in %s is %s', (zone, day) => {
  expect(todayIn(zone, newYear)).toBe(day)
})

test('days are counted over months, leap days and the changes of the clock', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(countDays('2026-10-24', '2026-10-26')).toBe(3)
})

test('a month before the 31st is the last day of the shorter month', () => {
  expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28')
  expect(monthsBefore('2026-01-15', 1)).toBe('2025-12-15')
})

test('days are written for people', () => {
  expect(formatDayShort('2026-11-01')).toBe('1 Nov')
  expect(formatDayLong('2026-11-21')).toBe('Sat, 21 Nov 2026')
  expect(formatDays('2026-11-01', '2026-11-21')).toBe('1 – 21 Nov 2026')
  expect(formatDays('2026-11-21', '2026-11-21')).toBe('21 Nov 2026')
})

const key = (id: string, name: string, last4: string) => ({
  api_key_id: id,
  api_key_name: name,
  api_key_last4: last4,
})

test('keys of one name are distinguished by the end of their secrets', () => {
  const console = { api_key_id: null, api_key_name: null, api_key_last4: null }
  const keys = [key('1', 'CI', 'a1b2'), key('2', 'Site', 'c3d4'), key('3', 'CI', 'e5f6'), console]
  expect([...keyLabels(keys).values()]).toEqual(['CI …a1b2', 'Site', 'CI …e5f6', 'Console'])
})

test('a key that is called like the console is distinguished from it', () => {
  const console = { api_key_id: null, api_key_name: null, api_key_last4: null }
  expect([...keyLabels([console, key('1', 'Console', 'a1b2')]).values()]).toEqual([
    'Console',
    'Console …a1b2',
  ])
})
