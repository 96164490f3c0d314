import { describe, expect, test } from 'vitest'
import { encodeRequest as encode } from './encode-request'
import { parseErrorEnvelope } from './parse-error-envelope'
import { publicMessage } from './public-message'
import { retryAfterSeconds } from './retry-after-seconds'

const encodeRequest = (request: object, ...[webSearch]: [Parameters<typeof encode>[1]]) =>
  String(encode({ request: { ...request } }, webSearch))

describe('the gateway’s search switch', () => {
  const plain = { model: 'm', web_search: false, enable_search: false }
  const on = { model: 'm', enable_search: true }

  test('is dropped when it is off', () => {
    expect(JSON.parse(encodeRequest(plain, undefined))).toEqual({ model: 'm' })
  })

  test('keeps the caller’s own options', () => {
    const web_search_options = { search_context_size: 'low' }
    const body = encodeRequest({ ...on, web_search_options }, 'web_search_options')
    expect(JSON.parse(body)).toEqual({ model: 'm', web_search_options })
  })

  test.each([
    ['enable_search', { enable_search: true }],
    ['plugins', { plugins: [{ id: 'web' }] }],
    ['tools', { tools: [{ type: 'web_search', web_search: { enable: true } }] }],
  ] as const)('as %s', (field, expected) => {
    expect(JSON.parse(encodeRequest(on, field))).toEqual({ model: 'm', ...expected })
  })
})

describe('the sentence of an error body', () => {
  test.each([
    [
      { error: { message: 'm', code: 'c', param: 'p', type: 't' } },
      { message: 'm', code: 'c', param: 'p', type: 't' },
    ],
    [{ error: 'text' }, { message: 'text' }],
    [
      [{ error: { message: 'google', code: 400, status: 'INVALID_ARGUMENT' } }],
      { message: 'google', status: 400 },
    ],
    [
      { message: 'm', code: 'c' },
      { message: 'm', code: 'c' },
    ],
    [
      { object: 'error', message: 'vllm', type: 'BadRequestError', code: 400 },
      { message: 'vllm', status: 400 },
    ],
    [{ detail: 'Not Found' }, { message: 'Not Found' }],
    [
      { detail: [{ loc: ['body', 'messages', 0], msg: 'field required' }] },
      { message: 'messages.0: field required', param: 'messages.0' },
    ],
    [
      {
        error: { message: 'm', code: 'content_filter', innererror: { code: 'ResponsibleAIPolicyViolation' } },
      },
      { code: 'ResponsibleAIPolicyViolation' },
    ],
  ])('%j', (body, expected) => {
    expect(parseErrorEnvelope(JSON.stringify(body))).toMatchObject(expected)
  })

  test.each(['', 'null', '[]', '"text"', '{}', '{"error":null}', '{"detail":[]}', '<html>'])(
    'is missing in %j',
    (body) => {
      expect(parseErrorEnvelope(body)?.message).toBeUndefined()
    },
  )
})

describe('a public message', () => {
  const upstream = { hostname: 'api.upstream.example', secrets: ['abcdef0123456789'] }
  test.each([
    ['Key abcdef0123456789 is bad', 'Key [redacted] is bad'],
    ['Key sk-proj-abcDEF123*** is bad', 'Key [redacted] is bad'],
    ['sent Bearer xyz.123', 'sent [redacted]'],
    ['See https://platform.openai.com/docs?a=1 for more', 'See [link] for more'],
    ['No route to api.upstream.example:8443/v1/chat now', 'No route to [upstream] now'],
    ['eu.upstream.example is down', '[upstream] is down'],
    ['10.0.0.5:8000 refused', '[address] refused'],
    ['Failed\nTraceback (most recent call last):\n File "x.py"', 'Failed'],
    ['Failed\n    at f (/srv/x.js:1:1)', 'Failed'],
    ['spaced \u0000\n out', 'spaced \u0000 out'],
    ['Version 1.5 is fine, temperature 0.5 too.', 'Version 1.5 is fine, temperature 0.5 too.'],
  ])('%j', (given, shown) => {
    expect(publicMessage(given, upstream)).toBe(shown)
  })

  test.each([undefined, '', '  ', '<html>x</html>', '<!DOCTYPE html>'])('is none for %j', (given) => {
    expect(publicMessage(given, upstream)).toBeUndefined()
  })

  test('is bounded, and quick on hostile text', () => {
    for (const piece of ['a.', 'sk-', '-', ' \n', '1.', 'a://']) {
      expect((publicMessage(piece.repeat(500_000), upstream) ?? '').length).toBeLessThanOrEqual(1000)
    }
  })
})

describe('the wait of a 429', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  test.each([
    [{ 'retry-after': '2' }, 2],
    [{ 'retry-after': '1.2' }, 2],
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 2],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after': '99999999' }, 86_400],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('%j', (headers, seconds) => {
    expect(retryAfterSeconds(headers, now)).toBe(seconds)
  })
})
