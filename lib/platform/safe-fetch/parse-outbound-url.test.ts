import { describe, expect, test } from 'vitest'
import { OutboundError } from './outbound-error'
import { parseAllowList } from './parse-allow-list'
import { parseOutboundUrl } from './parse-outbound-url'

function faultOf(url: string, allowed = ''): string | undefined {
  try {
    parseOutboundUrl(url, parseAllowList(allowed))
    return undefined
  } catch (error) {
    return error instanceof OutboundError ? `${error.fault}: ${error.message}` : 'another error'
  }
}

const notPublic = 'refused: The URL must resolve to public addresses only.'

test.each([
  'https://example.com/hook?a=b',
  'https://93.184.216.34/',
  'https://[2606:4700:4700::1111]:8443/x',
])('%s is accepted', (url) => expect(faultOf(url)).toBeUndefined())

test.each([
  ['http://example.com/', 'refused: The URL must be https.'],
  ['ftp://example.com/', 'refused: The URL must be https.'],
  ['file:///etc/passwd', 'refused: The URL must be an absolute https URL.'],
  ['javascript:alert(1)', 'refused: The URL must be an absolute https URL.'],
  ['//example.com/', 'refused: The URL must be an absolute https URL.'],
  ['/hook', 'refused: The URL must be an absolute https URL.'],
  ['', 'refused: The URL must be an absolute https URL.'],
  ['https://user:secret@example.com/', 'refused: The URL must not contain a user name or password.'],
  ['https://:secret@example.com/', 'refused: The URL must not contain a user name or password.'],
  ['https://user@example.com/', 'refused: The URL must not contain a user name or password.'],
  ['https://example.com/a b', 'refused: The URL must not contain spaces or control characters.'],
  ['https://example.com/\u0000', 'refused: The URL must not contain spaces or control characters.'],
  ['https://example.com/\ud800', 'refused: The URL must be well-formed Unicode.'],
  ['https://localhost/', notPublic],
  ['https://anything.localhost./', notPublic],
  ['https://127.0.0.1/', notPublic],
  ['https://127.1/', notPublic],
  ['https://2130706433/', notPublic],
  ['https://0x7f.0.0.1/', notPublic],
  ['https://0177.0.0.1/', notPublic],
  ['https://１２７.0.0.1/', notPublic],
  ['https://[::1]/', notPublic],
  ['https://[::ffff:127.0.0.1]/', notPublic],
  ['https://[64:ff9b::a9fe:a9fe]/', notPublic],
  ['https://169.254.169.254/latest/meta-data/', notPublic],
])('%s is refused', (url, fault) => expect(faultOf(url)).toBe(fault))

test('a URL without end is refused', () =>
  expect(faultOf(`https://example.com/${'x'.repeat(2048)}`)).toBe(
    'refused: The URL must have at most 2048 characters.',
  ))

describe('OUTBOUND_ALLOW', () => {
  test.each([
    ['127.0.0.1', 'http://127.0.0.1:9000/'],
    ['127.0.0.1', 'https://127.0.0.1/'],
    ['receiver.internal:9000', 'http://receiver.internal:9000/hook'],
    ['Receiver.Internal:9000', 'http://RECEIVER.internal.:9000/hook'],
    ['receiver:80, other', 'http://receiver/'],
    ['receiver:443', 'https://receiver/'],
    ['[::1]:8080', 'http://[::1]:8080/'],
    ['[0:0:0:0:0:0:0:1]', 'http://[::1]:1234/'],
    ['bücher.example', 'http://xn--bcher-kva.example/'],
  ])('%s opens %s', (allowed, url) => expect(faultOf(url, allowed)).toBeUndefined())

  test.each([
    ['127.0.0.1:9000', 'https://127.0.0.1:9001/', notPublic],
    ['127.0.0.1', 'http://localhost/', 'refused: The URL must be https.'],
    ['example.com', 'http://evil-example.com/', 'refused: The URL must be https.'],
    ['receiver', 'http://a@receiver/', 'refused: The URL must not contain a user name or password.'],
    ['receiver', 'ftp://receiver/', 'refused: The URL must be https.'],
  ])('%s does not open %s', (allowed, url, fault) => expect(faultOf(url, allowed)).toBe(fault))

  test.each(['http://x', 'a b', 'a:b:c', 'host:port', '[zz]'])('%j is not an entry', (entry) =>
    expect(() => parseAllowList(entry)).toThrow(),
  )
})
