import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetHealth } from '@/lib/gateway/routing/testing'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import { answer, ask, openChat, path } from './testing'

const { door, first, reset, close } = await openChat()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

/** More than a megabyte without an end. */
const user = { role: 'user', content: 'Hello' }
/** Invalid requests, and the code and field of their errors. */
const invalidRequests: [string, object, string, string][] = [
  ['no messages', { messages: undefined }, 'missing_parameter', 'messages'],
  ['empty messages', { messages: [] }, 'invalid_parameter', 'messages'],
  ['messages that are not a list', { messages: 'hi' }, 'invalid_parameter', 'messages'],
  [
    'an unknown role',
    { messages: [{ role: 'robot', content: 'x' }] },
    'invalid_parameter',
    'messages[0].role',
  ],
  [
    'a message without content',
    { messages: [user, { role: 'user' }] },
    'missing_parameter',
    'messages[1].content',
  ],
  [
    'a user message with null',
    { messages: [{ role: 'user', content: null }] },
    'invalid_parameter',
    'messages[0].content',
  ],
  [
    'a tool result without its call',
    { messages: [{ role: 'tool', content: 'x' }] },
    'missing_parameter',
    'messages[0].tool_call_id',
  ],
  [
    'a part without its url',
    { messages: [{ role: 'user', content: [{ type: 'image_url' }] }] },
    'missing_parameter',
    'messages[0].content[0].image_url',
  ],
  [
    'a film, which no model here would see',
    {
      messages: [{ role: 'user', content: [{ type: 'video_url', video_url: { url: 'https://v.example' } }] }],
    },
    'invalid_parameter',
    'messages[0].content[0].type',
  ],
  ['temperature above 2', { temperature: 2.1 }, 'invalid_parameter', 'temperature'],
  ['temperature below 0', { temperature: -0.1 }, 'invalid_parameter', 'temperature'],
  ['temperature as text', { temperature: '1' }, 'invalid_parameter', 'temperature'],
  ['top_p above 1', { top_p: 1.1 }, 'invalid_parameter', 'top_p'],
  ['frequency_penalty below -2', { frequency_penalty: -2.1 }, 'invalid_parameter', 'frequency_penalty'],
  ['presence_penalty above 2', { presence_penalty: 2.1 }, 'invalid_parameter', 'presence_penalty'],
  ['max_tokens of -2', { max_tokens: -2 }, 'invalid_parameter', 'max_tokens'],
  ['max_tokens that are not whole', { max_tokens: 1.5 }, 'invalid_parameter', 'max_tokens'],
  ['n of 0', { n: 0 }, 'invalid_parameter', 'n'],
  ['stream as text', { stream: 'yes' }, 'invalid_parameter', 'stream'],
  ['web_search as text', { web_search: 'yes' }, 'invalid_parameter', 'web_search'],
  ['a hundred and one stops', { stop: Array(101).fill('a') }, 'invalid_parameter', 'stop'],
  [
    'a tool without a name',
    { tools: [{ type: 'function', function: {} }] },
    'missing_parameter',
    'tools[0].function.name',
  ],
  [
    'a tool without a name',
    { tools: [{ type: 'function', function: { name: '' } }] },
    'invalid_parameter',
    'tools[0].function.name',
  ],
  ['a tool of an unknown type', { tools: [{ type: 'robot' }] }, 'invalid_parameter', 'tools[0].type'],
  [
    'a custom tool by an unknown grammar',
    {
      tools: [
        {
          type: 'custom',
          custom: { name: 'a', format: { type: 'grammar', grammar: { syntax: 'ebnf', definition: '' } } },
        },
      ],
    },
    'invalid_parameter',
    'tools[0].custom.format.grammar.syntax',
  ],
  [
    'an unknown response format',
    { response_format: { type: 'xml' } },
    'invalid_parameter',
    'response_format.type',
  ],
  ['no model', { model: undefined }, 'missing_parameter', 'model'],
  ['no model, said by null', { model: null }, 'missing_parameter', 'model'],
  ['a model that does not chat', { model: 'sandbox/image-1' }, 'invalid_parameter', 'model'],
  ['web search where there is none', { web_search: true }, 'invalid_parameter', 'web_search'],
  [
    'a conversation beyond the context',
    { messages: [{ role: 'user', content: 'word '.repeat(9000) }] },
    'context_length_exceeded',
    'messages',
  ],
]

function endless(init: RequestInit): RequestInit {
  const chunk = Buffer.from('x'.repeat(64 * 1024))
  const body = new ReadableStream({
    start: (controller) => {
      for (let sent = 0; sent < 40; sent++) controller.enqueue(chunk)
    },
  })
  return Object.assign({ ...init, body }, { duplex: 'half' })
}

describe('a request', () => {
  it.each(invalidRequests)('%s is a 400 that names the field', async (_case, overrides, code, param) => {
    const response = await door('POST', path, post(customer.key, ask(overrides)))
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: {
        message: expect.any(String),
        type: 'invalid_request_error',
        param,
        code,
        request_id: response.headers.get('x-request-id'),
      },
    })
    expect((await customer.rows()).filter((row) => row.error_code !== 'invalid_parameter')).toEqual([])
  })

  it('400 for what is not JSON, 415 for another media type, 401 without a key', async () => {
    expect(await (await door('POST', path, post(customer.key, '{"model":'))).json()).toMatchObject({
      error: { code: 'invalid_json' },
    })
    const nested = `{"tools":${'[{"a":'.repeat(5000)}0${'}]'.repeat(5000)}}`
    expect(await (await door('POST', path, post(customer.key, nested))).json()).toMatchObject({
      error: { code: 'invalid_json', message: 'The body is nested deeper than 200 levels.' },
    })
    const form = await door(
      'POST',
      path,
      post(customer.key, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
    )
    expect([form.status, await form.json()]).toMatchObject([
      415,
      { error: { code: 'unsupported_media_type' } },
    ])
    for (const key of [undefined, 'sk-portico-wrong', `${customer.key}x`]) {
      const response = await door('POST', path, post(key, ask()))
      expect([response.status, await response.json()]).toMatchObject([
        401,
        { error: { code: 'invalid_api_key', type: 'authentication_error' } },
      ])
    }
  })

  it('403 without the scope or for a model that the key may not use, 404 for an unknown one', async () => {
    const reader = await customer.keyWith({ scopes: ['account:read'] })
    const narrow = await customer.keyWith({ allowed_models: ['acme/both'] })
    const cases = [
      [reader, ask(), 403, 'insufficient_scope'],
      [narrow, ask(), 403, 'model_not_allowed'],
      [customer.key, ask({ model: 'acme/none' }), 404, 'model_not_found'],
    ] as const
    for (const [key, body, status, code] of cases) {
      const response = await door('POST', path, post(key, body))
      expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }])
      expect(response.headers.get('x-ratelimit-limit-requests')).toBe('600')
    }
  })

  it('402 names the limit, and records nothing', async () => {
    const poor = await newCustomer('0.001')
    const response = await door('POST', path, post(poor.key, ask()))
    expect(response.status).toBe(402)
    expect(await response.json()).toMatchObject({
      error: {
        code: 'insufficient_quota',
        type: 'insufficient_quota',
        message: expect.stringMatching(
          /it may cost up to \$0\.002\d*, and \$0\.001\d* is available\. Add credit /,
        ),
        metadata: {
          limit_source: 'balance',
          required: expect.stringMatching(/^0\.002/),
          available: '0.001000',
        },
      },
    })
    const limited = await customer.keyWith({ limit_usd: '0.0005' })
    expect(await (await door('POST', path, post(limited, ask()))).json()).toMatchObject({
      error: {
        code: 'key_limit_exceeded',
        type: 'insufficient_quota',
        metadata: { limit_source: 'key_limit', available: '0.000500', resets_at: null },
      },
    })
    const daily = await customer.keyWith({ limit_usd: '0.0005', limit_reset: 'daily' })
    expect(await (await door('POST', path, post(daily, ask()))).json()).toMatchObject({
      error: {
        message: expect.stringMatching(/ until it resets at \d{4}-\d{2}-\d{2}T00:00:00\.000Z\. Raise it /),
        metadata: { resets_at: expect.stringMatching(/T00:00:00\.000Z$/) },
      },
    })
    expect(await poor.rows()).toEqual([])
    expect((await door('POST', path, post(poor.key, ask({ max_tokens: 100 })))).status).toBe(200)
  })

  it('402 without credit before a large body is read', async () => {
    const broke = await newCustomer('0')
    const spent = await customer.keyWith({ limit_usd: '0' })
    for (const [key, code] of [
      [broke.key, 'insufficient_quota'],
      [spent, 'key_limit_exceeded'],
    ] as const) {
      const refused = await door('POST', path, endless(post(key, '')))
      expect([refused.status, await refused.json()]).toMatchObject([402, { error: { code } }])
    }
  })

  it('429 over the key’s own limit, with the time to wait', async () => {
    const slow = await customer.keyWith({ rate_limit_rpm: 2 })
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push(await door('POST', path, post(slow, ask())))
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
    const refused = statuses[2]
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused?.headers.get('x-ratelimit-remaining-requests')).toBe('0')
    expect(refused?.headers.get('x-ratelimit-reset-requests')).toMatch(/^\d+s$/)
    expect(await refused?.json()).toMatchObject({
      error: {
        code: 'rate_limit_exceeded',
        type: 'rate_limit_error',
        message: expect.stringContaining('2 requests per minute of this API key'),
        metadata: { limit_source: 'gateway', limit: 'requests' },
      },
    })
  })
})

const faults: [string, Parameters<typeof first.answer>[0], number, string][] = [
  [
    '429',
    answerWith.json(429, { error: { message: 'slow down' } }, { 'retry-after': '7' }),
    429,
    'rate_limit_exceeded',
  ],
  ['400', answerWith.json(400, { error: { message: 'bad tool schema' } }), 400, 'invalid_parameter'],
  ['401', answerWith.json(401, { error: { message: 'wrong key' } }), 502, 'upstream_error'],
  ['500', answerWith.json(500, { error: { message: 'boom' } }), 502, 'upstream_error'],
  ['a page of HTML', answerWith.text(200, 'text/html', '<h1>hi</h1>'), 502, 'upstream_error'],
  ['JSON that is no completion', answerWith.json(200, { ok: true }), 502, 'upstream_error'],
]

describe('an upstream that answers', () => {
  it.each(faults)(
    '%s: the client is told in our words and pays nothing',
    async (_case, behaviour, status, code) => {
      first.answer(behaviour)
      for (const stream of [false, true]) {
        forgetHealth()
        const response = await door('POST', path, post(customer.key, ask({ stream })))
        expect(response.status).toBe(status)
        expect(await response.json()).toMatchObject({ error: { code } })
        if (status === 429) expect(response.headers.get('retry-after')).toBe('7')
      }
      expect(await customer.rows()).toMatchObject([
        { status: 'failed', error_code: code, cost: '0.000000' },
        { status: 'failed' },
      ])
      expect(await customer.balance()).toMatchObject({ available: '1.000000', held: '0.000000' })
    },
  )

  it('another route of the model is tried after a fault, but not after a refusal', async () => {
    first.answer(answerWith.json(500, {}))
    expect((await door('POST', path, post(customer.key, ask({ model: 'acme/both' })))).status).toBe(200)
    expect(await customer.rows()).toMatchObject([
      {
        provider: 'second',
        attempts: [
          { provider: 'first', code: 'upstream_error', status: 500 },
          { provider: 'second', code: null },
        ],
      },
    ])
  })
})

describe('an Idempotency-Key', () => {
  const keyed = (body: object, key = 'abc', at = path) =>
    door('POST', at, post(customer.key, body, { 'idempotency-key': key }))

  it('repeats the first answer, charges once, and refuses another body', async () => {
    const original = await (await keyed(ask())).json()
    const again = await keyed(ask())
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await again.json()).toEqual(original)
    expect(await (await keyed(ask({ temperature: 1 }))).json()).toMatchObject({
      error: { code: 'idempotency_key_conflict' },
    })
    expect(await customer.rows()).toHaveLength(1)
  })

  it('is the same one with a slash at the end of the path', async () => {
    const original = await (await keyed(ask())).json()
    expect(await (await keyed(ask(), 'abc', `${path}/`)).json()).toEqual(original)
    expect(await customer.rows()).toHaveLength(1)
  })

  it('joins concurrent requests', async () => {
    const before = first.requests.length
    const responses = await Promise.all(Array.from({ length: 6 }, () => keyed(ask())))
    const bodies = await Promise.all(responses.map((response) => response.json()))
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(first.requests.length - before).toBe(1)
    expect(await customer.rows()).toHaveLength(1)
  })

  it('is free again after a failure', async () => {
    first.answer(answerWith.json(500, {}))
    expect((await keyed(ask())).status).toBe(502)
    first.answer(answerWith.json(200, answer))
    expect((await keyed(ask())).status).toBe(200)
  })
})
