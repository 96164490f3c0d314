import Anthropic, { APIError } from '@anthropic-ai/sdk'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import * as countTokens from './messages/count_tokens/route'
import * as messages from './messages/route'
import * as model from './models/[...id]/route'
import * as models from './models/route'
import { newCustomer } from './testing/new-customer'
import { failureOf, openClients } from './testing/open-clients'

const { fetch, close } = await openClients({
  '/v1/messages': messages,
  '/v1/messages/count_tokens': countTokens,
  '/v1/models': models,
  '/v1/models/[...id]': model,
})
afterAll(close)
const { key } = await newCustomer('10')
const requests: { path: string; body: string }[] = []
const noted: typeof fetch = (input, init) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input)
  requests.push({ path: pathname + search, body: String(init?.body ?? '') })
  return fetch(input, init)
}
beforeEach(() => void requests.splice(0))

/** Anthropic's own client, unmodified. */
function client(options: { apiKey?: string | null; authToken?: string } = {}) {
  return new Anthropic({ baseURL: 'http://portico', apiKey: key, fetch: noted, maxRetries: 0, ...options })
}

const asked = (content: string) => ({
  model: 'sandbox/chat',
  max_tokens: 500,
  messages: [{ role: 'user' as const, content }],
})

const weather = {
  name: 'get_weather',
  description: 'The weather in a city',
  input_schema: {
    type: 'object' as const,
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
}

function textOf({ content }: Anthropic.Message): string {
  return content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('')
}

it('creates a message, by either header', async () => {
  for (const one of [client(), client({ apiKey: null, authToken: key })]) {
    const message = await one.messages.create({ ...asked('What is 12 times 7?'), system: 'Be brief.' })
    expect(textOf(message)).toContain('What is 12 times 7?')
    expect(message).toMatchObject({
      type: 'message',
      role: 'assistant',
      model: 'sandbox/chat',
      stop_reason: 'end_turn',
    })
    expect(message.usage.input_tokens).toBeGreaterThan(5)
    expect(message._request_id).toMatch(/^req_/)
  }
})

it('streams events, and collects them with its helper', async () => {
  const types = new Set<string>()
  for await (const event of await client().messages.create({ ...asked('[[tokens:40]] go on'), stream: true }))
    types.add(event.type)
  expect([...types]).toEqual([
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ])
  const stream = client().messages.stream(asked('[[say:exactly this 🌍]]'))
  let text = ''
  stream.on('text', (delta) => {
    text += delta
  })
  const message = await stream.finalMessage()
  expect([text, textOf(message)]).toEqual(['exactly this 🌍', 'exactly this 🌍'])
  expect(message.usage.input_tokens).toBeGreaterThan(5)
  for await (const event of await client().messages.create({ ...asked('go on'), stream: true }))
    if (event.type === 'message_start') expect(event.message.usage.input_tokens).toBeGreaterThan(5)
})

it('calls a tool and goes on with its result, whole and streamed', async () => {
  const first = { ...asked('What is the weather in Paris?'), tools: [weather] }
  for (const message of [
    await client().messages.create(first),
    await client().messages.stream(first).finalMessage(),
  ]) {
    expect(message.stop_reason).toBe('tool_use')
    const [call] = message.content.filter((block) => block.type === 'tool_use')
    expect(call).toMatchObject({ name: 'get_weather', input: { city: 'Paris' } })
    const result = {
      type: 'tool_result' as const,
      tool_use_id: call?.id ?? '',
      content: '{"temperature":21}',
    }
    const second = await client().messages.create({
      ...first,
      messages: [
        ...first.messages,
        { role: 'assistant', content: message.content },
        { role: 'user', content: [result] },
      ],
    })
    expect(textOf(second)).toContain('21')
  }
})

it('stops at max_tokens, and says so', async () => {
  const message = await client().messages.create({ ...asked('[[tokens:40]] go on'), max_tokens: 5 })
  expect(message).toMatchObject({ stop_reason: 'max_tokens', usage: { output_tokens: 5 } })
})

it('stops at a sequence, and says which, whole and streamed', async () => {
  const counting = { ...asked('[[say:1, 2, 3, 4, 5, 6, 7, 8, 9]]'), stop_sequences: ['8', ' 5'] }
  const whole = await client().messages.create(counting)
  const streamed = await client().messages.stream(counting).finalMessage()
  for (const message of [whole, streamed]) {
    expect(message).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: ' 5' })
    expect(textOf(message)).toBe('1, 2, 3, 4,')
  }
})

it('runs tools with the helper that sends a thread: it falls back to the whole conversation', async () => {
  const run = vi.fn(() => '{"temperature":21}')
  const final = await client().beta.messages.toolRunner({
    ...asked('What is the weather in Paris?'),
    tools: [{ ...weather, type: 'custom', run, parse: (input: unknown) => input }],
  })
  expect(run).toHaveBeenCalledOnce()
  expect(JSON.stringify(final.content)).toContain('21')
  const sent = requests.map(({ body }) => JSON.parse(body))
  expect(sent.map(({ thread, messages }) => [thread?.type, messages.length])).toEqual([
    ['create', 1],
    [undefined, 1],
    [undefined, 3],
  ])
})

it('counts tokens', async () => {
  const { max_tokens: _, ...counted } = asked('How long is this?')
  const { input_tokens } = await client().messages.countTokens(counted)
  const message = await client().messages.create(asked('How long is this?'))
  expect(input_tokens).toBe(message.usage.input_tokens)
})

it('lists the models, and reads one', async () => {
  const listed: string[] = []
  for await (const { id, type, display_name, created_at } of client().models.list({ limit: 2 })) {
    expect([type, typeof display_name, Number.isNaN(Date.parse(created_at))]).toEqual([
      'model',
      'string',
      false,
    ])
    listed.push(id)
  }
  expect(listed).toContain('sandbox/chat')
  expect(new Set(listed).size).toBe(listed.length)
  expect(requests.filter(({ path }) => path.startsWith('/v1/models?')).length).toBe(
    Math.ceil(listed.length / 2),
  )
  expect((await client().models.retrieve('sandbox/chat')).display_name).toBe('Sandbox Chat')
})

it('throws its own errors', async () => {
  const wrong = await failureOf(client({ apiKey: 'wrong' }).messages.create(asked('x')), APIError)
  expect(wrong).toBeInstanceOf(Anthropic.AuthenticationError)
  expect(wrong.requestID).toMatch(/^req_/)
  const cases: [object, number, string][] = [
    [{ model: 'nobody/nothing' }, 404, 'not_found_error'],
    [{ temperature: 3 }, 400, 'invalid_request_error'],
    [asked('[[status:500]]'), 502, 'api_error'],
    [asked('[[fail:content_policy_violation]]'), 400, 'invalid_request_error'],
  ]
  const missing = await failureOf(client().models.retrieve('nobody/nothing'), APIError)
  expect([missing.status, missing.type, missing.requestID]).toEqual([
    404,
    'not_found_error',
    expect.stringMatching(/^req_/),
  ])
  for (const [overrides, status, type] of cases) {
    const error = await failureOf(client().messages.create({ ...asked('x'), ...overrides }), APIError)
    expect([error.status, error.type]).toEqual([status, type])
  }
})

it('notices a stream that breaks off', async () => {
  const broken = client().messages.stream(asked('[[cut:5]] tell me a story')).finalMessage()
  expect(await failureOf(broken, APIError)).toMatchObject({
    error: { type: 'error', error: { type: 'api_error' } },
  })
})

const cache_control = { type: 'ephemeral' as const }
const command = {
  type: 'object' as const,
  properties: { command: { type: 'string', description: 'The command to run' } },
  required: ['command'],
  additionalProperties: false,
}

/** A whole request of a coding agent: long, with hints and betas that we ignore, and streamed. */
it('a turn of an agent that speaks Messages', async () => {
  const stream = client({ apiKey: null, authToken: key }).beta.messages.stream({
    model: 'sandbox/chat',
    max_tokens: 32_000,
    betas: ['interleaved-thinking-2025-05-14', 'context-management-2025-06-27'],
    metadata: { user_id: 'user_1' },
    thinking: { type: 'enabled', budget_tokens: 31_999 },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    system: [
      { type: 'text', text: 'You are an agent for coding.', cache_control },
      { type: 'text', text: 'The working directory is /src.', cache_control },
    ],
    tools: [
      { name: 'run_command', description: 'Runs a command in a shell', input_schema: command, cache_control },
    ],
    messages: [
      { role: 'user', content: [{ type: 'text', text: '<reminder>Be careful.</reminder>' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm', signature: '' },
          { type: 'text', text: 'Yes.' },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'Run the command `ls`', cache_control }] },
    ],
  })
  const message = await stream.finalMessage()
  expect(message.stop_reason).toBe('tool_use')
  expect(message.content).toMatchObject([{ type: 'tool_use', name: 'run_command' }])
})
