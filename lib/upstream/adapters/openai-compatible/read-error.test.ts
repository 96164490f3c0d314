import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { UpstreamError } from '../../contract/upstream-error'
import { parseErrorEnvelope } from '../../reading/errors'
import { answerWith } from '../../testing/answer-with'
import { type Answer, API_KEY } from '../../testing/fault-upstream'
import { openUpstream } from '../../testing/open-upstream'
import { EventProgress, hasWords } from './answers'
import { createOpenAiCompatibleChat, encodeRequest as encode } from './chat'
import { publicMessage, retryAfterSeconds } from './read-error'
import { resolveEndpoint } from './transport'

const upstream = await openUpstream()

const encodeRequest = (request: object, ...[webSearch]: [Parameters<typeof encode>[1]]) =>
  String(encode({ request: { ...request } }, webSearch))

describe('the gateway’s search switch', () => {
  const plain = { model: 'm', web_search: false, enable_search: false }
  const on = { model: 'm', enable_search: true }

  test('is dropped when it is off', () => {
    expect(JSON.parse(encodeRequest(plain, undefined))).toEqual({ model: 'm' })
  })

  test('preserves the options of the caller', () => {
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
        error: {
          message: 'm',
          code: 'content_filter',
          innererror: { code: 'ResponsibleAIPolicyViolation' },
        },
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

  test('has nothing of a secret header, nor of what follows its first word', () => {
    const headers = { authorization: 'Basic b3VyOnBhc3N3b3Jk', 'x-tenant': 'tenant-4711' }
    const endpoint = resolveEndpoint({ baseUrl: 'https://api.upstream.example/v1', apiKey: null, headers })
    expect(publicMessage('Refused: b3VyOnBhc3N3b3Jk of tenant-4711', endpoint)).toBe(
      'Refused: [redacted] of [redacted]',
    )
  })

  test('is bounded, and quick on hostile text', () => {
    for (const part of ['a.', 'sk-', '-', ' \n', '1.', 'a://']) {
      expect((publicMessage(part.repeat(500_000), upstream) ?? '').length).toBeLessThanOrEqual(1000)
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
    [{ 'retry-after': '30s' }, 30],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('%j', (headers, seconds) => {
    expect(retryAfterSeconds(headers, now)).toBe(seconds)
  })

  // HKUDS/nanobot#2763, AtomicBot-ai/atomic-agent#271, Kilo-Org/kilocode#14269
  test.each([
    ['{"error":{"message":"Rate limit reached. Please try again in 7.66s. Visit 24h.com","code":"x"}}', 8],
    ['{"error":{"message":"Please try again in 6m0s."}}', 360],
    ['{"error":{"message":"Please try again in 1h2m3.5s."}}', 3724],
    ['{"error":{"message":"Please try again in 620ms."}}', 1],
    ['{"error":{"message":"Please retry after 26 seconds."}}', 26],
    ['{"error":{"message":"Please retry in 2 minutes"}}', 120],
    ['[{"error":{"code":429,"details":[{"@type":"RetryInfo","retryDelay": "34.07s"}]}}]', 35],
    ['{"message":"slow down","retry_after": 20}', 20],
    ['{"error":{"message":"Try again in a moment, or in 3 days."}}', undefined],
    ['{"error":{"message":"Try again in 3 months."}}', undefined],
  ])('that only the body %s says', (body, seconds) => {
    expect(retryAfterSeconds({}, now, body)).toBe(seconds)
    expect(retryAfterSeconds({ 'retry-after': '2' }, now, body)).toBe(2)
  })
})

/** The same refusal must be read alike whichever way the model was asked. */
const WAYS = ['complete', 'stream'] as const

async function refusal(way: (typeof WAYS)[number], answer: Answer): Promise<UpstreamError> {
  upstream.answer(answer)
  const chat = createOpenAiCompatibleChat({ baseUrl: upstream.baseUrl, apiKey: API_KEY })
  const call = {
    request: { model: 'large', stream: way === 'stream' },
    signal: new AbortController().signal,
  }
  const error: unknown = await chat[way](call).then(
    () => 'accepted',
    (reason: unknown) => reason,
  )
  if (!(error instanceof UpstreamError)) throw new Error(`no UpstreamError: ${String(error)}`)
  return error
}

describe.each(WAYS)('a refusal of %s', (way) => {
  test.each([400, 404, 413, 415, 422])(
    '%i is the request’s fault, and the sentence is kept',
    async (status) => {
      const error = await refusal(
        way,
        answerWith.json(status, { error: { message: 'Bad temperature.', param: 'temperature' } }),
      )
      expect(error).toMatchObject({
        fault: 'rejected',
        status,
        param: 'temperature',
        message: 'Bad temperature.',
      })
      expect(error.hasPublicMessage).toBe(true)
    },
  )

  test.each([401, 402, 403])('%i concerns our own credentials and is not shown', async (status) => {
    const error = await refusal(
      way,
      answerWith.json(status, { error: { message: `Incorrect API key: ${API_KEY}` } }),
    )
    expect(error).toMatchObject({ fault: 'failed', status, hasPublicMessage: false })
    expect(error.message).not.toContain('secret')
  })

  test.each([500, 502, 503, 504, 529])('%i is the upstream’s failure and is not shown', async (status) => {
    const error = await refusal(
      way,
      answerWith.json(status, { error: { message: 'CUDA error at host 10.0.0.5' } }),
    )
    expect(error).toMatchObject({ fault: 'failed', status, hasPublicMessage: false })
  })

  test('408 is a timeout', async () => {
    expect(await refusal(way, answerWith.json(408, {}))).toMatchObject({ fault: 'timeout' })
  })

  test('429 has the time to wait in seconds', async () => {
    const error = await refusal(way, answerWith.json(429, { error: 'slow down' }, { 'retry-after': '7' }))
    expect(error).toMatchObject({ fault: 'rate_limited', status: 429, retryAfterSeconds: 7 })
  })

  test('429 has the time to wait as a date', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString()
    const error = await refusal(way, answerWith.json(429, {}, { 'retry-after': date }))
    expect(error.retryAfterSeconds).toBeGreaterThan(55)
    expect(error.retryAfterSeconds).toBeLessThanOrEqual(60)
  })

  test('429 may have no time to wait', async () => {
    expect(await refusal(way, answerWith.json(429, {}))).toMatchObject({
      fault: 'rate_limited',
      retryAfterSeconds: undefined,
    })
  })

  test('an HTML page is not repeated', async () => {
    const error = await refusal(
      way,
      answerWith.text(404, 'text/html', '<html><h1>nginx at upstream-7</h1></html>'),
    )
    expect(error).toMatchObject({ fault: 'rejected', hasPublicMessage: false })
  })

  test('an error of any length is bounded', async () => {
    const error = await refusal(way, answerWith.text(400, 'text/plain', 'x'.repeat(1_000_000)))
    expect(error).toMatchObject({ fault: 'rejected', hasPublicMessage: false })
  })

  test('a content policy is named, whatever 4xx it wears', async () => {
    const body = { error: { message: 'Flagged.', code: 'content_filter' } }
    expect(await refusal(way, answerWith.json(403, body))).toMatchObject({
      fault: 'rejected',
      code: 'content_policy_violation',
      message: 'Flagged.',
    })
  })

  test('too long a prompt is named', async () => {
    const message = "This model's maximum context length is 8192 tokens. However, you requested 9000."
    expect(await refusal(way, answerWith.json(400, { error: { message } }))).toMatchObject({
      fault: 'rejected',
      code: 'context_length_exceeded',
    })
  })

  test.each([
    [{ error: { message: 'Bad field.', code: 400 } }, 'rejected'],
    [{ error: { message: 'Bad field.', type: 'invalid_request_error' } }, 'rejected'],
    [{ error: { message: 'Wait.', code: 429 } }, 'rate_limited'],
    [{ error: { message: 'Provider returned error', code: 502 } }, 'failed'],
    [{ error: 'something' }, 'failed'],
  ])('an error under status 200 is one all the same: %j', async (body, fault) => {
    expect(await refusal(way, answerWith.json(200, body))).toMatchObject({ fault })
  })
})

describe('what comes in', () => {
  const noise = [
    ': keep-alive\n\n',
    '\n',
    '\r\n',
    '\r',
    '  \t',
    ':\n',
    ': data: {"choices":[]}\n\n',
    ' : x\n',
  ]

  it.each(['\n', '\r\n', '\r'])('comments and blanks are no data, wherever they are cut (%j)', (lineEnd) => {
    const text = fc
      .array(fc.constantFrom(...noise), { minLength: 1, maxLength: 10 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 20 }), (said, cuts) => {
        const progress = new EventProgress()
        const bytes = Buffer.from(said.replaceAll(/\r\n|\r|\n/g, lineEnd))
        let at = 0
        for (const cut of [...cuts, bytes.length]) {
          expect(progress.hasWords(bytes.subarray(at, at + cut))).toBe(false)
          at += cut
        }
        expect(progress.hasWords(Buffer.from(`${lineEnd}data: x`))).toBe(true)
      }),
    )
  })

  it.each(['data: {}\n\n', ': hi\n\ndata: x', 'event: ping\n', '\ufeffdata: x', 'nonsense'])(
    '%j says something',
    (text) => {
      expect(new EventProgress().hasWords(Buffer.from(text))).toBe(true)
    },
  )

  it('blanks inside a line are no progress, and neither are those of JSON', () => {
    const progress = new EventProgress()
    expect(progress.hasWords(Buffer.from('data: {"a":'))).toBe(true)
    expect(progress.hasWords(Buffer.from('   '))).toBe(false)
    expect(progress.hasWords(Buffer.from('":"'))).toBe(true)
    expect(hasWords(Buffer.from(' \r\n\t'))).toBe(false)
    expect(hasWords(Buffer.from('  {'))).toBe(true)
  })
})
