import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ResponseReply } from '@/lib/gateway/chat/formats/responses/schema'
import { readEvents } from '@/lib/gateway/chat/testing/chat-stream'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { answer, event, openChat, wholeStream } from '../chat/completions/testing'
import { newCustomer } from '../testing/new-customer'
import { post } from '../testing/post'
import * as responses from './route'

const path = '/v1/responses'
const { door, first, second, reset, close } = await openChat({ modules: { [path]: responses } })
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const ask = (overrides: object = {}) => ({ model: 'acme/alone', input: 'Hello', ...overrides })

describe('a response', () => {
  it('is the upstream’s answer in the format’s shape', async () => {
    const response = await door('POST', path, post(customer.key, ask({ instructions: 'Be brief.' })))
    expect(response.status).toBe(200)
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('600')
    expect(ResponseReply.parse(await response.json())).toEqual({
      id: expect.stringMatching(/^resp_/),
      object: 'response',
      created_at: 1,
      completed_at: expect.any(Number),
      status: 'completed',
      background: false,
      error: null,
      frequency_penalty: 0,
      incomplete_details: null,
      instructions: 'Be brief.',
      max_output_tokens: null,
      max_tool_calls: null,
      metadata: {},
      model: 'acme/alone',
      output: [
        {
          type: 'message',
          id: expect.stringMatching(/^msg_/),
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Hi there', annotations: [], logprobs: [] }],
        },
      ],
      parallel_tool_calls: true,
      presence_penalty: 0,
      previous_response_id: null,
      prompt_cache_key: null,
      reasoning: { effort: null, summary: null },
      service_tier: 'default',
      store: true,
      temperature: 1,
      text: { format: { type: 'text' } },
      tool_choice: 'auto',
      tools: [],
      top_logprobs: 0,
      top_p: 1,
      truncation: 'disabled',
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: 4,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 14,
        cost: 0.000018,
      },
    })
  })

  it('is asked for, charged and recorded like any chat', async () => {
    const seen = first.nextRequest()
    const response = await door('POST', path, post(customer.key, ask({ instructions: 'Be brief.' })))
    expect(JSON.parse((await seen).body)).toEqual({
      model: 'alone',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
    })
    expect(await customer.rows()).toMatchObject([
      { id: response.headers.get('x-request-id'), status: 'success', modality: 'chat', cost: '0.000018' },
    ])
    expect(await customer.balance()).toMatchObject({ balance: '0.999982', held: '0.000000' })
  })

  it('streams', async () => {
    first.answer(answerWith.events(...wholeStream))
    const response = await door('POST', path, post(customer.key, ask({ stream: true })))
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    const events = readEvents(await response.text())
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    expect(events.at(-1)).toMatchObject({ response: { usage: { input_tokens: 10, output_tokens: 4 } } })
    expect(await customer.rows()).toMatchObject([
      { status: 'success', cost: '0.000018', finish_reason: 'stop' },
    ])
  })

  it('falls back while nothing was sent', async () => {
    first.answer(answerWith.events('data: {"error":{"message":"overloaded","code":503}}\n\n'))
    second.answer(answerWith.events(...wholeStream))
    const response = await door('POST', path, post(customer.key, ask({ model: 'acme/both', stream: true })))
    expect(readEvents(await response.text()).at(-1)?.type).toBe('response.completed')
    expect(await customer.rows()).toMatchObject([
      { provider: 'second', attempts: [{ provider: 'first' }, { provider: 'second' }] },
    ])
  })

  it('that breaks ends as failed and costs nothing', async () => {
    first.answer(answerWith.eventsThenReset(event({ role: 'assistant', content: 'Hi' })))
    const response = await door('POST', path, post(customer.key, ask({ stream: true })))
    expect(readEvents(await response.text()).slice(-2)).toMatchObject([
      { type: 'error', code: 'server_error' },
      { type: 'response.failed', response: { status: 'failed', error: { code: 'server_error' } } },
    ])
    expect(await customer.rows()).toMatchObject([{ status: 'failed', cost: '0.000000' }])
  })
})

it('names the tools that the model could not be given', async () => {
  const look = { type: 'function', name: 'look', parameters: { type: 'object' } }
  const seen = first.nextRequest()
  const asked = ask({
    tools: [
      { type: 'web_search', external_web_access: true },
      look,
      { type: 'code_interpreter', container: { type: 'auto' } },
      { type: 'namespace', name: 'n', tools: [{ type: 'tool_search', execution: 'client' }] },
    ],
    input: [
      {
        type: 'additional_tools',
        role: 'developer',
        tools: [{ type: 'local_shell' }, { type: 'local_shell' }],
      },
      { role: 'user', content: 'Hi' },
    ],
    metadata: { a: 'b' },
  })
  const response = await door('POST', path, post(customer.key, asked))
  expect(JSON.parse((await seen).body)).toMatchObject({ tools: [{ function: { name: 'look' } }] })
  expect(await response?.json()).toMatchObject({
    metadata: {
      a: 'b',
      portico_ignored_tools: 'web_search, code_interpreter, tool_search, local_shell',
    },
  })
})

it('goes on from a compacted conversation, and lists and counts items of others as they came', async () => {
  const ghost = { type: 'ghost_snapshot', ghost_commit: { id: 'x' } }
  const input = [ghost, { role: 'user', content: 'Hi' }, { type: 'compaction_trigger' }]
  const compacted = await door('POST', path, post(customer.key, ask({ input })))
  const { output } = ResponseReply.parse(await compacted?.json())
  expect(output).toMatchObject([{ type: 'compaction', status: 'completed' }])
  const seen = first.nextRequest()
  const next = await door('POST', path, post(customer.key, ask({ input: [...output, ...input.slice(0, 2)] })))
  expect(next?.status).toBe(200)
  expect(JSON.parse((await seen).body).messages).toMatchObject([
    { role: 'user', content: expect.stringMatching(/Hi there$/) },
    { role: 'user', content: 'Hi' },
  ])
})

it('calls tools of a namespace by their own names', async () => {
  const tools = [
    { type: 'namespace', name: 'mcp__w', description: 'W', tools: [{ type: 'function', name: 'look' }] },
  ]
  const call = { id: 'call_1', type: 'function', function: { name: 'mcp__w__look', arguments: '{}' } }
  first.answer(
    answerWith.events(
      event({ role: 'assistant', tool_calls: [{ index: 0, ...call }] }),
      event({}, 'tool_calls'),
      ...wholeStream.slice(-2),
    ),
  )
  const response = await door('POST', path, post(customer.key, ask({ tools, stream: true })))
  const called = { type: 'function_call', namespace: 'mcp__w', name: 'look', call_id: 'call_1' }
  const events = readEvents((await response?.text()) ?? '')
  for (const type of ['response.output_item.added', 'response.output_item.done'])
    expect(events.find((one) => one.type === type)).toMatchObject({ item: called })
  expect(events.at(-1)).toMatchObject({ response: { output: [called] } })
})

describe('a client that leaves', () => {
  it('stops the upstream at once and pays for what it got', async () => {
    first.answer(answerWith.eventsThenSilence(event({ role: 'assistant', content: 'one two three' })))
    const seen = first.nextRequest()
    const hangUp = new AbortController()
    const response = await door('POST', path, post(customer.key, ask({ stream: true }), {}, hangUp.signal))
    const reader = response?.body?.getReader()
    let got = ''
    while (!got.includes('three')) got += Buffer.from((await reader?.read())?.value ?? []).toString()
    hangUp.abort()
    await (await seen).closed
    await expect.poll(customer.rows).toMatchObject([{ finish_reason: 'aborted', completion_tokens: 3 }])
  })
})

const turn = (...content: object[]) => ({ input: [{ role: 'user', content }] })
const invalid: [string, object, string, string][] = [
  ['no input', { input: undefined }, 'missing_parameter', 'input'],
  ['empty input', { input: [] }, 'invalid_parameter', 'input'],
  ['an unknown role', { input: [{ role: 'robot', content: 'x' }] }, 'invalid_parameter', 'input[0].role'],
  ['an item that is none', { input: ['x'] }, 'invalid_parameter', 'input[0]'],
  ['an item of nobody', { input: [{ type: 'item_reference', id: 'x' }] }, 'invalid_parameter', 'input[0].id'],
  [
    'a picture by file id',
    turn({ type: 'input_image', file_id: 'f' }),
    'missing_parameter',
    'input[0].content[0].image_url',
  ],
  [
    'an empty file',
    turn({ type: 'input_file', file_id: 'f' }),
    'missing_parameter',
    'input[0].content[0].file_data',
  ],
  [
    'an earlier response of no name',
    { previous_response_id: '\u0000' },
    'previous_response_not_found',
    'previous_response_id',
  ],
  [
    'an earlier response of nobody',
    { previous_response_id: 'resp_1' },
    'previous_response_not_found',
    'previous_response_id',
  ],
  ['a conversation', { conversation: 'conv_1' }, 'invalid_parameter', 'conversation'],
  ['work that is not kept', { background: true, store: false }, 'invalid_parameter', 'store'],
  ['work that streams', { background: true, stream: true }, 'invalid_parameter', 'stream'],
  ['an unknown field', { moderation: {} }, 'invalid_parameter', 'moderation'],
  ['an unknown field of reasoning', { reasoning: { speed: 1 } }, 'invalid_parameter', 'reasoning.speed'],
  ['thoughts of a mode', { reasoning: { mode: 'pro' } }, 'invalid_parameter', 'reasoning.mode'],
  ['an unknown field of text', { text: { tone: 'dry' } }, 'invalid_parameter', 'text.tone'],
  ['a stored prompt', { prompt: { id: 'p' } }, 'invalid_parameter', 'prompt'],
  ['logprobs', { top_logprobs: 2 }, 'invalid_parameter', 'top_logprobs'],
  [
    'a server’s tool that must be called',
    { tools: [{ type: 'code_interpreter' }], tool_choice: 'required' },
    'unsupported_parameter',
    'tool_choice',
  ],
  [
    'a server’s tool that is chosen',
    { tools: [{ type: 'image_generation' }], tool_choice: { type: 'image_generation' } },
    'unsupported_parameter',
    'tool_choice',
  ],
  ['a function without a name', { tools: [{ type: 'function' }] }, 'missing_parameter', 'tools[0].name'],
  ['temperature above 2', { temperature: 2.1 }, 'invalid_parameter', 'temperature'],
  ['input beyond the context', { input: 'word '.repeat(9000) }, 'context_length_exceeded', 'input'],
  ['no model', { model: undefined }, 'missing_parameter', 'model'],
  ['no model, said by null', { model: null }, 'missing_parameter', 'model'],
]

describe('refusals', () => {
  it.each(invalid)('%s: a 400 that names the field', async (_case, overrides, code, param) => {
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
  })

  it('402, 403 and 404, without a row', async () => {
    const poor = await newCustomer('0.000001')
    const narrow = await customer.keyWith({ allowed_models: ['acme/both'] })
    const cases: [RequestInit, number, string][] = [
      [post(poor.key, ask()), 402, 'insufficient_quota'],
      [post(narrow, ask()), 403, 'model_not_allowed'],
      [post(customer.key, ask({ model: 'acme/none' })), 404, 'model_not_found'],
    ]
    for (const [init, status, code] of cases) {
      const response = await door('POST', path, init)
      expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }])
    }
    expect(await customer.rows()).toEqual([])
  })

  it.each([
    [429, 429, 'rate_limit_exceeded'],
    [400, 400, 'invalid_parameter'],
    [500, 502, 'upstream_error'],
  ])('an upstream’s %i is a %i, whole and streamed', async (status, expected, code) => {
    first.answer(answerWith.json(status, { error: { message: 'No.' } }, { 'retry-after': '7' }))
    for (const stream of [false, true]) {
      const response = await door('POST', path, post(customer.key, ask({ stream })))
      expect([response.status, await response.json()]).toMatchObject([expected, { error: { code } }])
    }
    expect(await customer.balance()).toMatchObject({ available: '1.000000', held: '0.000000' })
  })
})
