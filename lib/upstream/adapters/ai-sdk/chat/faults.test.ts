import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { type Answer, API_KEY, refusedOrigin } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import {
  anthropicError,
  anthropicEvent,
  anthropicStart,
  anthropicText,
  googleAnswer,
  googleError,
  googleEvent,
} from '../testing/chat-answers'
import { vendorChatAt } from '../testing/chat-at'

const upstream = await openUpstream()

const at = (sdk: 'anthropic' | 'google', more = {}) => vendorChatAt(upstream, sdk, more)

describe.each(['anthropic', 'google'] as const)('a fault of the connection to %s', (sdk) => {
  test.each<[string, Answer, string]>([
    ['a reset', answerWith.reset(), 'failed'],
    ['noise', answerWith.noise(), 'failed'],
    ['a page', answerWith.text(200, 'text/html', '<html>Sign in</html>'), 'failed'],
    ['no JSON', answerWith.text(200, 'application/json', '{"id":'), 'failed'],
    ['other JSON', answerWith.json(200, { ok: true }), 'failed'],
    ['a short body', answerWith.shortBody(), 'failed'],
    ['nothing', answerWith.events(), 'failed'],
    ['events of no meaning', answerWith.events('data: nonsense\n\n'), 'failed'],
    ['a redirect', answerWith.json(302, {}, { location: 'http://127.0.0.1/' }), 'failed'],
  ])('%s', async (_, answer, fault) => {
    upstream.answer(answer)
    await expect(at(sdk).complete()).rejects.toMatchObject({ fault })
    await expect(at(sdk).open()).rejects.toMatchObject({ fault })
  })

  test('an unreachable vendor', async () => {
    const baseUrl = await refusedOrigin()
    await expect(at(sdk, { baseUrl }).complete()).rejects.toMatchObject({ fault: 'unreachable' })
  })

  test('silence', async () => {
    upstream.answer(answerWith.silence())
    await expect(at(sdk, { answerTimeoutMs: 50 }).complete()).rejects.toMatchObject({ fault: 'timeout' })
    await expect(at(sdk, { firstByteTimeoutMs: 50 }).open()).rejects.toMatchObject({ fault: 'timeout' })
  })
})

describe.each(['anthropic', 'google'] as const)('%s, which only keeps the connection open,', (sdk) => {
  test.each<[string, Answer, string]>([
    ['by blanks', answerWith.dripping('application/json', '', ' '), 'timeout'],
    ['by blanks inside JSON', answerWith.dripping('application/json', '{', '\n'), 'timeout'],
    ['by megabytes of them', answerWith.endlessly('application/json', '', ' '.repeat(65_536)), 'failed'],
  ])('%s is too slow with a whole answer', async (_, answer, fault) => {
    upstream.answer(answer)
    const patience = fault === 'timeout' ? 100 : 20_000
    const settings = { answerTimeoutMs: patience, idleTimeoutMs: patience }
    await expect(at(sdk, settings).complete()).rejects.toMatchObject({ fault })
  })

  test('by comments is too slow with a stream', async () => {
    upstream.answer(answerWith.dripping('text/event-stream', '', ': keep-alive\n\n'))
    await expect(at(sdk, { firstByteTimeoutMs: 100 }).open()).rejects.toMatchObject({ fault: 'timeout' })
    upstream.answer(answerWith.dripping('text/event-stream', begun[sdk], '\n'))
    expect((await at(sdk, { idleTimeoutMs: 100 }).stream()).error).toMatchObject({ fault: 'timeout' })
  })
})

const begun = {
  anthropic: anthropicStart + anthropicText(0, 'Hi'),
  google: googleEvent(googleAnswer([{ text: 'Hi' }], { finishReason: null })),
}
const overloads = {
  anthropic: anthropicEvent('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
  google: googleEvent(googleError(503, 'UNAVAILABLE', 'The model is overloaded.')),
}

describe.each(['anthropic', 'google'] as const)('a stream of %s', (sdk) => {
  test('whose first event is an error never starts', async () => {
    upstream.answer(answerWith.events(overloads[sdk]))
    await expect(at(sdk).open()).rejects.toMatchObject({ fault: 'failed' })
  })

  test.each<[string, Answer]>([
    ['an error', answerWith.events(begun[sdk], overloads[sdk])],
    ['a reset', answerWith.eventsThenReset(begun[sdk])],
    ['its end', answerWith.events(begun[sdk])],
    ['nonsense', answerWith.events(begun[sdk], 'data: {"type":"nonsense"\n\n')],
  ])('that is broken by %s says so, after what was delivered', async (_, answer) => {
    upstream.answer(answer)
    const { events, error } = await at(sdk).stream()
    const said = events.find(({ choices }) => choices.length > 0)
    expect(said.choices[0].delta.content).toBe('Hi')
    expect(events).not.toContain('[DONE]')
    expect(error).toMatchObject({ fault: 'failed' })
  })

  test('that stalls is a timeout', async () => {
    upstream.answer(answerWith.eventsThenSilence(begun[sdk]))
    const chat = at(sdk, { idleTimeoutMs: 50 })
    expect((await chat.stream()).error).toMatchObject({ fault: 'timeout' })
  })

  test('that is given up is stopped at the vendor, and silent', async () => {
    upstream.answer(answerWith.eventsThenSilence(begun[sdk]))
    const request = upstream.nextRequest()
    const caller = new AbortController()
    const stream = await at(sdk).open({}, caller.signal)
    const told: string[] = []
    stream.start({
      onChunk: () => true,
      onEnd: () => told.push('end'),
      onError: () => told.push('error'),
    })
    caller.abort(new Error('the client hung up'))
    await (await request).closed
    expect(told).toEqual([])
  })

  test('that is aborted by its reader is stopped at the vendor', async () => {
    upstream.answer(answerWith.eventsThenSilence(begun[sdk]))
    const request = upstream.nextRequest()
    const stream = await at(sdk).open()
    stream.abort()
    await (await request).closed
  })

  test('waits while its reader pauses', async () => {
    upstream.answer(answerWith.events(begun[sdk], begun[sdk].replace(anthropicStart, '')))
    const stream = await at(sdk).open()
    const order: string[] = []
    await new Promise<void>((resolve) => {
      stream.start({
        onChunk: () => {
          order.push('chunk')
          setImmediate(() => {
            order.push('resume')
            stream.resume()
          })
          return false
        },
        onEnd: resolve,
        onError: () => resolve(),
      })
    })
    expect(order.slice(0, 4)).toEqual(['chunk', 'resume', 'chunk', 'resume'])
  })
})

describe('an abort of a whole answer', () => {
  test('rejects with the reason of the abort and ends the vendor call', async () => {
    const reason = new Error('the client hung up')
    const caller = new AbortController()
    upstream.answer(answerWith.silence())
    const request = upstream.nextRequest()
    const answer = at('anthropic').complete({}, caller.signal)
    const { closed } = await request
    caller.abort(reason)
    await expect(answer).rejects.toBe(reason)
    await closed
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0)
  })
})

describe('statuses', () => {
  const anthropic = (
    ...[status, type, message, headers]: [number, string, string, Record<string, string>?]
  ) => ['anthropic', answerWith.json(status, anthropicError(type, message), headers)] as const
  const google = (...[status, rpc, message, details]: [number, string, string, object[]?]) =>
    ['google', answerWith.json(status, googleError(status, rpc, message, details))] as const

  const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.07s' }
  const badKey = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }

  type Case = readonly [string, readonly ['anthropic' | 'google', Answer], object]
  const statuses: Case[] = [
    [
      'a bad request',
      anthropic(400, 'invalid_request_error', 'messages: first must be user'),
      { fault: 'rejected', message: 'messages: first must be user' },
    ],
    [
      'too long a prompt',
      anthropic(400, 'invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum'),
      { fault: 'rejected', code: 'context_length_exceeded' },
    ],
    [
      'an unpaid account',
      anthropic(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
      { fault: 'failed', hasPublicMessage: false },
    ],
    [
      'a wrong key',
      anthropic(401, 'authentication_error', `invalid x-api-key ${API_KEY}`),
      { fault: 'failed', hasPublicMessage: false },
    ],
    ['no money', anthropic(402, 'billing_error', 'pay'), { fault: 'failed' }],
    ['no permission', anthropic(403, 'permission_error', 'no'), { fault: 'failed' }],
    [
      'an unknown model',
      anthropic(404, 'not_found_error', 'model: claude-x'),
      { fault: 'rejected', status: 404 },
    ],
    [
      'too large a body',
      anthropic(413, 'request_too_large', 'Request exceeds the maximum size'),
      { fault: 'rejected', status: 413 },
    ],
    [
      'a limit',
      anthropic(429, 'rate_limit_error', 'slow down', { 'retry-after': '12' }),
      { fault: 'rate_limited', retryAfterSeconds: 12 },
    ],
    ['a failure', anthropic(500, 'api_error', 'oops'), { fault: 'failed', status: 500 }],
    ['a slow model', anthropic(504, 'timeout_error', 'slow'), { fault: 'failed', status: 504 }],
    ['overload', anthropic(529, 'overloaded_error', 'Overloaded'), { fault: 'failed', status: 529 }],
    [
      'a bad request',
      google(400, 'INVALID_ARGUMENT', 'Invalid JSON payload'),
      { fault: 'rejected', message: 'Invalid JSON payload' },
    ],
    [
      'too long a prompt',
      google(
        400,
        'INVALID_ARGUMENT',
        'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      ),
      { fault: 'rejected', code: 'context_length_exceeded' },
    ],
    [
      'a wrong key',
      google(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [badKey]),
      { fault: 'failed', hasPublicMessage: false },
    ],
    ['no permission', google(403, 'PERMISSION_DENIED', 'no'), { fault: 'failed' }],
    [
      'an unknown model',
      google(404, 'NOT_FOUND', 'models/x is not found'),
      { fault: 'rejected', status: 404 },
    ],
    [
      'a limit',
      google(429, 'RESOURCE_EXHAUSTED', 'quota', [retryInfo]),
      { fault: 'rate_limited', retryAfterSeconds: 35 },
    ],
    ['a failure', google(500, 'INTERNAL', 'oops'), { fault: 'failed' }],
    ['overload', google(503, 'UNAVAILABLE', 'The model is overloaded.'), { fault: 'failed', status: 503 }],
  ]

  const at = (sdk: 'anthropic' | 'google') => vendorChatAt(upstream, sdk)

  describe('a status of the vendor', () => {
    test.each(statuses)('%s (%o)', async (_, [sdk, answer], expected) => {
      upstream.answer(answer)
      await expect(at(sdk).complete()).rejects.toMatchObject(expected)
      await expect(at(sdk).open()).rejects.toMatchObject(expected)
    })

    test('never shows the key or the host', async () => {
      const { hostname } = new URL(upstream.origin)
      upstream.answer(
        answerWith.json(400, anthropicError('invalid_request_error', `${API_KEY} at http://${hostname}/v1`)),
      )
      const error = await at('anthropic').complete().catch(String)
      expect(error).not.toContain(API_KEY)
      expect(error).not.toContain(hostname)
    })
  })
})
