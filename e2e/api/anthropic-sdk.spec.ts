import Anthropic, { APIError } from '@anthropic-ai/sdk'
import { expect, test } from '@playwright/test'
import { failureOf } from '../failure-of'
import { readDemo } from '../read-demo'

/** Anthropic's own client, unmodified: what it takes for granted must hold. */
function client(options: { apiKey?: string | null; authToken?: string } = {}) {
  const { api_key: apiKey } = readDemo()
  return new Anthropic({ baseURL: process.env.E2E_URL ?? null, apiKey, maxRetries: 0, ...options })
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

test('creates a message, by either header', async () => {
  const { api_key } = readDemo()
  for (const one of [client(), client({ apiKey: null, authToken: api_key })]) {
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

test('streams events, and collects them with its helper', async () => {
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
})

test('calls a tool and goes on with its result, whole and streamed', async () => {
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

test('stops at max_tokens, and says so', async () => {
  const message = await client().messages.create({ ...asked('[[tokens:40]] go on'), max_tokens: 5 })
  expect(message).toMatchObject({ stop_reason: 'max_tokens', usage: { output_tokens: 5 } })
})

test('stops at a sequence, and says which, whole and streamed', async () => {
  const counting = { ...asked('[[say:1, 2, 3, 4, 5, 6, 7, 8, 9]]'), stop_sequences: ['8', ' 5'] }
  const whole = await client().messages.create(counting)
  const streamed = await client().messages.stream(counting).finalMessage()
  for (const message of [whole, streamed]) {
    expect(message).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: ' 5' })
    expect(textOf(message)).toBe('1, 2, 3, 4,')
  }
})

test('counts tokens', async () => {
  const { max_tokens: _, ...counted } = asked('How long is this?')
  const { input_tokens } = await client().messages.countTokens(counted)
  const message = await client().messages.create(asked('How long is this?'))
  expect(input_tokens).toBe(message.usage.input_tokens)
})

test('lists the models, and reads one', async () => {
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
  expect((await client().models.retrieve('sandbox/chat')).display_name).toBe('Sandbox Chat')
})

test('throws its own errors', async () => {
  const wrong = await failureOf(client({ apiKey: 'wrong' }).messages.create(asked('x')), APIError)
  expect(wrong).toBeInstanceOf(Anthropic.AuthenticationError)
  expect(wrong.requestID).toMatch(/^req_/)
  const cases: [object, number, string][] = [
    [{ model: 'nobody/nothing' }, 404, 'not_found_error'],
    [{ temperature: 3 }, 400, 'invalid_request_error'],
    [asked('[[status:500]]'), 502, 'api_error'],
    [asked('[[fail:content_policy_violation]]'), 400, 'invalid_request_error'],
  ]
  for (const [overrides, status, type] of cases) {
    const error = await failureOf(client().messages.create({ ...asked('x'), ...overrides }), APIError)
    expect([error.status, error.type]).toEqual([status, type])
  }
})

test('notices a stream that breaks', async () => {
  const broken = client().messages.stream(asked('[[cut:5]] tell me a story')).finalMessage()
  expect(await failureOf(broken, APIError)).toMatchObject({
    error: { type: 'error', error: { type: 'api_error' } },
  })
})
