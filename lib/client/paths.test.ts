import { expect, test } from 'vitest'
import { sameOriginPath } from './paths'

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
