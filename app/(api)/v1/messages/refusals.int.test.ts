import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { MessagesError } from '@/lib/gateway/chat/formats/messages/schema'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { answer, openChat } from '../chat/completions/testing'
import { newCustomer } from '../testing/new-customer'
import { post } from '../testing/post'
import * as countTokens from './count_tokens/route'
import * as messages from './route'

const path = '/v1/messages'
const { door, first, reset, close } = await openChat({
  modules: { [path]: messages, [`${path}/count_tokens`]: countTokens },
})
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const ask = (overrides: object = {}) => ({
  model: 'acme/alone',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Hello' }],
  ...overrides,
})

const turn = (content: unknown, role = 'user') => ({ messages: [{ role, content }] })
const invalid: [string, object, string][] = [
  ['no messages', { messages: undefined }, 'messages is required'],
  ['empty messages', { messages: [] }, 'messages must '],
  ['no max_tokens', { max_tokens: undefined }, 'max_tokens is required'],
  ['max_tokens of 0', { max_tokens: 0 }, 'max_tokens must '],
  ['an unknown role', turn('x', 'robot'), 'messages[0].role must be one of "user", "assistant"'],
  ['a block of no type', turn([{ smell: 1 }]), 'messages[0].content[0].type is required'],
  [
    'a picture by file id',
    turn([{ type: 'image', source: { type: 'file', file_id: 'f' } }]),
    'messages[0].content[0].source.type must be ',
  ],
  ['temperature above 1', { temperature: 1.1 }, 'temperature must '],
  [
    'a server’s tool that must be called',
    { tools: [{ type: 'code_execution_20250825', name: 'run' }], tool_choice: { type: 'tool', name: 'run' } },
    'tool_choice: ',
  ],
  ...['computer_20250124', 'bash_20250124', 'text_editor_20250728', 'memory_20250818'].map(
    (type): [string, object, string] => [
      `${type} for a model that is not Anthropic’s`,
      {
        tools: [
          { name: 'f', input_schema: {} },
          { type, name: 'known' },
        ],
      },
      `tools[1].type: The model "acme/alone" does not support tools of type "${type}"`,
    ],
  ),
  ['an unknown field', { billing_policy: {} }, 'billing_policy is not a parameter'],
  ['a region', { inference_geo: 'us' }, 'inference_geo is not supported'],
  ['fallbacks of the vendor', { fallbacks: [{ model: 'acme/both' }] }, 'fallbacks is not supported'],
  ['fallbacks by default', { fallbacks: 'default' }, 'fallbacks is not supported'],
  [
    'a budget of a task',
    { output_config: { task_budget: {} } },
    'output_config.task_budget is not supported',
  ],
  [
    'citations of a document',
    turn([{ type: 'document', source: { type: 'text', data: 'Hi.' }, citations: { enabled: true } }]),
    'messages[0].content[0].citations.enabled is not supported',
  ],
  ['a function without a schema', { tools: [{ name: 'f' }] }, 'tools[0].input_schema is required'],
  ['no model', { model: undefined }, 'model is required'],
  ['a model of null', { model: null }, 'model is required'],
  ['neither text nor blocks', turn(null), 'messages[0].content must be a string or a list'],
  ['a model that draws', { model: 'sandbox/image-1' }, 'is a model for image'],
  [
    'web search that must be, where there is none',
    { tools: [{ type: 'web_search_20250305', name: 'web_search' }], tool_choice: { type: 'any' } },
    'tool_choice: ',
  ],
  ['a conversation beyond the context', turn('word '.repeat(9000)), 'the model accepts at most 8000'],
]

describe('a refusal', () => {
  it.each(invalid)('%s is a 400 that names the field', async (_case, overrides, words) => {
    const response = await door('POST', path, post(customer.key, ask(overrides)))
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringContaining(words) },
      request_id: response.headers.get('request-id'),
    })
  })

  it.each([
    ['begun', ask({ thread: { type: 'create' } })],
    ['continued', { thread: { type: 'continue', previous_message_id: 'msg_1' }, messages: ask().messages }],
  ])('a thread that is %s is a 400 upon which the SDK sends everything', async (_what, asked) => {
    for (const address of [path, `${path}/count_tokens`]) {
      const response = await door('POST', address, post(customer.key, asked))
      expect(response.status).toBe(400)
      expect(MessagesError.strict().parse(await response.json()).error).toEqual({
        type: 'invalid_request_error',
        message: expect.stringContaining('thread is not supported'),
        details: { error_code: 'thread_unsupported_request', unsupported: [] },
      })
    }
  })

  it('fields without effect are accepted: null, the global region, no fallbacks', async () => {
    const nothing = {
      thread: null,
      inference_geo: 'global',
      fallbacks: [],
      output_config: { task_budget: null },
    }
    for (const asked of [nothing, { inference_geo: null, fallbacks: null, container: null }])
      expect((await door('POST', path, post(customer.key, ask(asked)))).status).toBe(200)
  })

  it('every refusal has Anthropic’s format, and records nothing', async () => {
    const poor = await newCustomer('0.000001')
    const reader = await customer.keyWith({ scopes: ['account:read'] })
    const narrow = await customer.keyWith({ allowed_models: ['acme/both'] })
    const slow = await customer.keyWith({ rate_limit_rpm: 1 })
    await door('POST', path, post(slow, ask({ max_tokens: 0 })))
    const cases: [RequestInit, number, string][] = [
      [post(slow, ask()), 429, 'rate_limit_error'], // within the minute
      [post(customer.key, '{"model":'), 400, 'invalid_request_error'],
      [post(undefined, ask()), 401, 'authentication_error'],
      [post(undefined, ask(), { 'x-api-key': 'sk-ant-wrong' }), 401, 'authentication_error'],
      [post('sk-portico-wrong', ask()), 401, 'authentication_error'],
      [post(poor.key, ask()), 402, 'billing_error'],
      [post(reader, ask()), 403, 'permission_error'],
      [post(narrow, ask()), 403, 'permission_error'],
      [post(customer.key, ask({ model: 'acme/none' })), 404, 'not_found_error'],
      [post(customer.key, ask({ system: 'x'.repeat(33 * 1024 * 1024) })), 413, 'request_too_large'],
      [post(customer.key, 'a=b', { 'content-type': 'text/plain' }), 415, 'invalid_request_error'],
    ]
    for (const [init, status, type] of cases)
      for (const address of status === 402 ? [path] : [path, `${path}/count_tokens`]) {
        const response = await door('POST', address, init)
        const body = MessagesError.strict().parse(await response.json())
        expect([address, response.status, body.error.type]).toEqual([address, status, type])
        if (status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    expect(await customer.rows()).toEqual([])
  })
})

describe('an unknown address', () => {
  const statusAndTypeOf = async (response: Response | undefined) => {
    const id = response?.headers.get('x-request-id')
    expect(response?.headers.get('request-id')).toBe(id)
    const { error, request_id } = MessagesError.strict().parse(await response?.json())
    expect(request_id).toBe(id)
    return [response?.status, error.type]
  }

  it.each([
    ['GET', path, 405, 'invalid_request_error'],
    ['DELETE', `${path}/`, 405, 'invalid_request_error'],
    ['GET', `${path}/count_tokens`, 405, 'invalid_request_error'],
    ['POST', `${path}/batches`, 404, 'not_found_error'],
    ['GET', `${path}/batches/msgbatch_1/results`, 404, 'not_found_error'],
  ])('%s %s is a %i in Anthropic’s shape', async (method, address, status, type) => {
    expect(await statusAndTypeOf(await door(method, address))).toEqual([status, type])
  })

  it('outside of Messages gets our own format', async () => {
    expect(await (await door('GET', '/v1/nothing'))?.json()).toMatchObject({ error: { code: 'not_found' } })
  })
})

describe('an upstream that answers', () => {
  it.each([
    [429, 429, 'rate_limit_error'],
    [400, 400, 'invalid_request_error'],
    [401, 502, 'api_error'],
    [500, 502, 'api_error'],
  ])('%i is a %i, whole and streamed, and costs nothing', async (status, expected, type) => {
    first.answer(answerWith.json(status, { error: { message: 'No.' } }, { 'retry-after': '7' }))
    for (const stream of [false, true]) {
      const response = await door('POST', path, post(customer.key, ask({ stream })))
      expect([response?.status, await response?.json()]).toMatchObject([expected, { error: { type } }])
    }
    expect(await customer.balance()).toMatchObject({ available: '1.000000', held: '0.000000' })
  })
})
