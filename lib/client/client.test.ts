import { describe, expect, test } from 'vitest'
import { ApiError } from './api-client'
import { decimalsOf, formatMoney, formatPerMillion, moneyShare, subtractMoney } from './format/money'
import { lengthError, sentenceOf } from './format/text'
import { formatDateTime, formatRelativeTime, formatTimeShort } from './format/time'
import { sameOriginPath } from './paths'

describe('money', () => {
  test.each([
    ['balance', '24.999999', '$24.99'],
    ['balance', '1.000000', '$1.00'],
    ['balance', '1.009999', '$1.00'],
    ['balance', '0.999970', '$0.99997'],
    ['balance', '0.999999999', '$0.999999'],
    ['balance', '0.500000', '$0.50'],
    ['balance', '0.000000400', '$0.00'],
    ['balance', '-0.500000', '−$0.50'],
    ['balance', '-0.000030', '−$0.00003'],
    ['balance', '9007199254740993.000000', '$9,007,199,254,740,993.00'],
    ['payment', '1234567.891000', '$1,234,567.89'],
    ['payment', '0.005000', '$0.01'],
    ['payment', '-0.000001', '$0.00'],
    ['payment', 'nonsense', 'nonsense'],
    ['exact', '0.000000150', '$0.00000015'],
    ['exact', '0.000000', '$0.00'],
    ['exact', '12.500000', '$12.50'],
    ['exact', '35.625000', '$35.625'],
    ['sum', '0.010000', '$0.01'],
    ['sum', '0.002167800', '$0.002168'],
    ['sum', '0.000000040', '<$0.000001'],
    ['sum', '0.000000', '$0.00'],
    ['sum', '0.038960', '$0.03896'],
    ['sum', '0.999999600', '$1.00'],
    ['sum', '1.005000', '$1.01'],
    ['sum', '1234567.89', '$1,234,567.89'],
  ] as const)('as %s, %s is %s', (place, given, shown) => {
    expect(formatMoney(given, place)).toBe(shown)
  })

  test.each([
    ['$1,234.50', 2],
    ['<$0.000001', 6],
    ['−$3', 0],
  ])('%s has %i decimals', (text, decimals) => {
    expect(decimalsOf(text)).toBe(decimals)
  })

  test('a share is between 0 and 1', () => {
    expect(moneyShare('2.500000', '10.000000')).toBe(0.25)
    expect(moneyShare('12.000000', '10.000000')).toBe(1)
    expect(moneyShare('1.000000', '0.000000')).toBe(0)
  })

  test.each([
    ['0.000000150', '$0.15'],
    ['0.000000', '$0.00'],
    ['0.00001', '$10.00'],
    ['0.000000000375', '$0.000375'],
    ['1', '$1,000,000.00'],
  ])('%s a token is %s a million', (given, shown) => {
    expect(formatPerMillion(given)).toBe(shown)
  })

  test.each([
    ['47.500000', '50.000000', '-2.500000000'],
    ['50.000000', '47.500000', '2.500000000'],
    ['0.000000001', '0.000000', '0.000000001'],
    ['9007199254740993.000000', '0.000000001', '9007199254740992.999999999'],
  ])('%s less %s is %s', (from, amount, rest) => {
    expect(subtractMoney(from, amount)).toBe(rest)
  })
})

describe('sentence of', () => {
  const fault = (message: string, param: string | null) =>
    new ApiError({ status: 400, code: 'invalid_parameter', message, param })

  test.each([
    [fault('email.address: must be an email address.', 'email.address'), 'Must be an email address.'],
    [fault('email.address must be an email address.', 'email.address'), 'Must be an email address.'],
    [fault('email.address2 is odd.', 'email.address'), 'Email.address2 is odd.'],
    [fault('The URL must be https.', 'url'), 'The URL must be https.'],
    [fault('Not found.', null), 'Not found.'],
    [new Error('something else'), 'Something else'],
  ])('%s reads %j', (error, sentence) => expect(sentenceOf(error)).toBe(sentence))
})

describe('over length', () => {
  test('a character outside the basic plane counts once', () => {
    expect(lengthError('🏛'.repeat(64), 64)).toBeUndefined()
    expect(lengthError('🏛'.repeat(65), 64)).toBe('At most 64 characters, not 65.')
  })

  test('long counts are grouped', () => {
    expect(lengthError('a'.repeat(32_000), 32_000)).toBeUndefined()
    expect(lengthError('a'.repeat(32_001), 32_000)).toBe('At most 32,000 characters, not 32,001.')
  })
})

describe('time', () => {
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

  test('a time is formatted in the given time zone', () => {
    const iso = '2026-11-20T23:05:09Z'
    expect(formatDateTime(iso, 'Asia/Tokyo')).toBe('21 Nov 2026, 08:05:09')
    expect(formatDateTime(iso, 'UTC')).toBe('20 Nov 2026, 23:05:09')
    expect(formatTimeShort(iso, now, 'Asia/Tokyo')).toBe('21 Nov, 08:05')
    expect(formatTimeShort('2025-06-01T12:00:00Z', now, 'UTC')).toBe('1 Jun 2025')
  })
})

describe('a path to return to', () => {
  test.each([
    ['/console/keys', '/console/keys'],
    ['/console?tab=1#x', '/console?tab=1#x'],
  ])('keeps %s', (given, kept) => {
    expect(sameOriginPath(given, '/console')).toBe(kept)
  })

  test.each([
    null,
    '',
    'console',
    'https://evil.example/',
    '//evil.example/x',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example/x',
    '/.\\\\evil.example',
    'javascript:alert(1)',
    'http://portico.invalid/console',
  ])('refuses %j', (given) => {
    expect(sameOriginPath(given, '/console')).toBe('/console')
  })
})
