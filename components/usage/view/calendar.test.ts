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
