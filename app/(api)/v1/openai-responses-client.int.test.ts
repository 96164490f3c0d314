import OpenAI, { APIError } from 'openai'
import { afterAll, expect, it } from 'vitest'
import * as embeddings from './embeddings/route'
import * as inputItems from './responses/[id]/input_items/route'
import * as response from './responses/[id]/route'
import * as inputTokens from './responses/input_tokens/route'
import * as responses from './responses/route'
import { newCustomer } from './testing/new-customer'
import { failureOf, openClients } from './testing/open-clients'

const { fetch, close } = await openClients({
  '/v1/embeddings': embeddings,
  '/v1/responses': responses,
  '/v1/responses/input_tokens': inputTokens,
  '/v1/responses/[id]': response,
  '/v1/responses/[id]/input_items': inputItems,
})
afterAll(close)
const { key } = await newCustomer('10')

/** OpenAI's own client, unmodified, with responses and embeddings. */
function client() {
  return new OpenAI({ baseURL: 'http://portico/v1', apiKey: key, fetch, maxRetries: 0 })
}

const model = 'sandbox/chat'
const weather = {
  type: 'function' as const,
  name: 'get_weather',
  description: 'The weather in a city',
  strict: true,
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
}

it('creates a response', async () => {
  const response = await client().responses.create({
    model,
    instructions: 'Be brief.',
    input: 'What is 12 times 7?',
  })
  expect(response.output_text).toContain('What is 12 times 7?')
  expect(response).toMatchObject({ object: 'response', status: 'completed', model, store: true })
  expect(response.usage?.total_tokens).toBe(
    (response.usage?.input_tokens ?? 0) + (response.usage?.output_tokens ?? 0),
  )
})

it('streams events, and collects them with its helper', async () => {
  const types = new Set<string>()
  const sequence: number[] = []
  for await (const event of await client().responses.create({
    model,
    input: '[[tokens:40]] go on',
    stream: true,
  })) {
    types.add(event.type)
    sequence.push(event.sequence_number)
  }
  expect(sequence).toEqual(sequence.map((_, index) => index))
  expect([...types]).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ])
  const stream = client().responses.stream({ model, input: '[[say:exactly this 🌍]]' })
  let text = ''
  stream.on('response.output_text.delta', ({ delta }) => {
    text += delta
  })
  const response = await stream.finalResponse()
  expect([text, response.output_text]).toEqual(['exactly this 🌍', 'exactly this 🌍'])
})

it('calls a function and goes on with its result, whole and streamed', async () => {
  const first = { model, input: 'What is the weather in Paris?', tools: [weather] }
  const answers = [
    await client().responses.create(first),
    await client().responses.stream(first).finalResponse(),
  ]
  for (const { output } of answers) {
    const [call] = output.flatMap((item) => (item.type === 'function_call' ? item : []))
    expect(call?.name).toBe('get_weather')
    expect(JSON.parse(call?.arguments ?? '')).toEqual({ city: 'Paris' })
    const second = await client().responses.create({
      ...first,
      input: [
        { role: 'user', content: first.input },
        ...(call ? [call] : []),
        { type: 'function_call_output', call_id: call?.call_id ?? '', output: '{"temperature":21}' },
      ],
    })
    expect(second.output_text).toContain('21')
  }
})

it('continues an earlier response, reads it and deletes it', async () => {
  const { responses: api } = client()
  const first = await api.create({ model, input: 'My name is Ann.' })
  const asked = { model, input: '[[say:Ann]] What is my name?', previous_response_id: first.id }
  const { input_tokens: counted } = await api.inputTokens.count(asked)
  const second = await api.stream(asked).finalResponse()
  expect(second).toMatchObject({ previous_response_id: first.id, output_text: 'Ann' })
  expect(second.usage?.input_tokens).toBe(counted)
  expect(counted).toBeGreaterThan((first.usage?.input_tokens ?? 0) + (first.usage?.output_tokens ?? 0))
  const read = await api.retrieve(second.id)
  expect(read).toMatchObject({ id: second.id, status: 'completed', output_text: 'Ann' })
  const items = []
  for await (const item of api.inputItems.list(second.id, { limit: 1 })) items.push(item)
  expect(items).toMatchObject([{ type: 'message', content: [{ type: 'input_text', text: asked.input }] }])
  await api.delete(second.id)
  expect(await failureOf(api.retrieve(second.id), APIError)).toMatchObject({ status: 404 })
})

it('shows the thoughts of a model as summaries', async () => {
  const stream = client().responses.stream({
    model: 'sandbox/chat-pro',
    input: 'What is 12 times 7?',
    reasoning: { effort: 'high' },
  })
  let summary = ''
  stream.on('response.reasoning_summary_text.delta', ({ delta }) => {
    summary += delta
  })
  const { output } = await stream.finalResponse()
  expect(output.map(({ type }) => type)).toEqual(['reasoning', 'message'])
  expect(output[0]).toMatchObject({ summary: [{ type: 'summary_text', text: summary }] })
  expect(summary).not.toBe('')
})

it('gets JSON that matches its schema', async () => {
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer' } },
    required: ['name', 'age'],
    additionalProperties: false,
  }
  const response = await client().responses.parse({
    model,
    input: 'Ann is 31 years old.',
    text: { format: { type: 'json_schema', name: 'person', strict: true, schema } },
  })
  expect(response.output_parsed).toEqual({ name: 'Ann', age: 31 })
})

it('stops at max_output_tokens, and says so', async () => {
  const asked = { model, input: '[[tokens:40]] go on', max_output_tokens: 5 }
  for (const response of [
    await client().responses.create(asked),
    await client().responses.stream(asked).finalResponse(),
  ])
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    })
})

it('throws its own errors', async () => {
  const cases: [object, number, string, string | null][] = [
    [{ model: 'nobody/nothing' }, 404, 'model_not_found', 'model'],
    [{ conversation: 'conv_1' }, 400, 'invalid_parameter', 'conversation'],
    [{ previous_response_id: 'resp_1' }, 400, 'previous_response_not_found', 'previous_response_id'],
    [{ input: '[[status:500]]' }, 502, 'upstream_error', null],
    [{ input: '[[fail:content_policy_violation]]' }, 400, 'content_policy_violation', null],
  ]
  for (const [overrides, status, code, param] of cases) {
    const error = await failureOf(
      client().responses.create({ model, input: 'x', ...overrides, stream: false }),
      APIError,
    )
    expect([error.status, error.code, error.param ?? null]).toEqual([status, code, param])
    expect(error.requestID).toMatch(/^req_/)
  }
})

it('notices a stream that breaks off', async () => {
  const stream = await client().responses.create({ model, input: '[[cut:5]] a story', stream: true })
  const types: string[] = []
  const read = async () => {
    for await (const event of stream) types.push(event.type)
  }
  expect(await failureOf(read(), APIError)).toMatchObject({ code: 'server_error' })
  expect(types).toContain('response.output_text.delta')
})

it('embeds texts: similar vectors for similar texts, the same in either encoding', async () => {
  const input = ['How do I reset my password?', 'I forgot my password', 'The train to Vienna leaves at noon']
  const asked = { model: 'sandbox/embedding', input, dimensions: 256 }
  const decoded = await client().embeddings.create(asked)
  const plain = await client().embeddings.create({ ...asked, encoding_format: 'float' })
  expect(decoded.usage.total_tokens).toBeGreaterThan(10)
  const vectors = decoded.data.map(({ embedding }) => [...embedding])
  expect(vectors).toEqual(plain.data.map(({ embedding }) => embedding))
  const [one, alike, other] = vectors
  const nearness = (a: number[] = [], b: number[] = []) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  expect(one).toHaveLength(256)
  expect(nearness(one, one)).toBeCloseTo(1, 4)
  expect(nearness(one, alike)).toBeGreaterThan(nearness(one, other) + 0.1)
})

const command = {
  type: 'object' as const,
  properties: { command: { type: 'string', description: 'The command to run' } },
  required: ['command'],
  additionalProperties: false,
}

/** A whole request of a coding agent: long, with hints that we ignore, and streamed. */
it('a turn of an agent that speaks Responses', async () => {
  const stream = client().responses.stream({
    model,
    instructions: 'You are an agent for coding.',
    store: false,
    parallel_tool_calls: false,
    prompt_cache_key: '0199a213',
    include: ['reasoning.encrypted_content'],
    reasoning: { effort: 'medium', summary: 'auto' },
    tool_choice: 'auto',
    tools: [
      {
        type: 'function',
        name: 'shell',
        description: 'Runs a command in a shell',
        strict: false,
        parameters: command,
      },
      {
        type: 'custom',
        name: 'apply_patch',
        description: 'Changes files',
        format: { type: 'grammar', syntax: 'lark', definition: 'start: "*** Begin Patch"' },
      },
      { type: 'web_search' },
    ],
    input: [
      {
        type: 'message',
        role: 'developer',
        content: [{ type: 'input_text', text: 'The sandbox is read-only.' }],
      },
      {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: 'Run the command `ls` in the shell' }],
      },
    ],
  })
  const { output } = await stream.finalResponse()
  expect(output).toMatchObject([{ type: 'function_call', name: 'shell', status: 'completed' }])
})
