import { expect, test } from 'vitest'
import { formatDateTime, formatRelativeTime, formatTimeShort } from './time'

const now = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T11:59:40Z', 'just now'],
  ['2026-11-21T12:00:03Z', 'just now'],
  ['2026-11-21T12:00:20Z', 'in a moment'],
  ['2026-11-21T11:58:00Z', '2 min ago'],
  ['2026-11-21T09:00:00Z', '3 h ago'],
  ['2026-11-20T11:00:00Z', '1 day ago'],
  ['2026-11-24T12:00:00Z', 'in 3 days'],
  ['2026-09-01T12:00:00Z', '1 Sept 2026'],
  ['not a time', 'not a time'],
])('%s is %s', (iso, shown) => {
  expect(formatRelativeTime(iso, now)).toBe(shown)
})

test('a moment is told by the clocks of a zone', () => {
  const iso = '2026-11-20T23:05:09Z'
  expect(formatDateTime(iso, 'Asia/Tokyo')).toBe('21 Nov 2026, 08:05:09')
  expect(formatDateTime(iso, 'UTC')).toBe('20 Nov 2026, 23:05:09')
  expect(formatTimeShort(iso, now, 'Asia/Tokyo')).toBe('21 Nov, 08:05')
  expect(formatTimeShort('2025-06-01T12:00:00Z', now, 'UTC')).toBe('1 Jun 2025')
})
