import { afterAll, beforeEach, expect, it } from 'vitest'
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

const user = { role: 'user', content: 'Hi' }
const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }
const tools = [{ type: 'function', function: { name: 'f' } }]
const result = { role: 'tool', tool_call_id: 'c1', content: 'x' }
const called = { role: 'assistant', content: null, tool_calls: [call] }
const silent = {
  refusal: null,
  annotations: [],
  audio: null,
  function_call: null,
  reasoning: null,
  name: null,
}

const loose: [string, object, object][] = [
  ['a name that is null', { messages: [{ ...user, name: null }] }, { messages: [user] }],
  [
    'an answer as an SDK holds it',
    { messages: [user, { role: 'assistant', content: 'Yes', ...silent, tool_calls: null }, user] },
    { messages: [user, { role: 'assistant', content: 'Yes' }, user] },
  ],
  [
    'an answer that said nothing',
    { messages: [user, { role: 'assistant', content: null, tool_calls: [] }, user] },
    { messages: [user, { role: 'assistant', content: '' }, user] },
  ],
  [
    'no content beside calls',
    { tools, messages: [user, { role: 'assistant', content: [], tool_calls: [call] }, result] },
    { tools, messages: [user, called, result] },
  ],
  [
    'a call with its place and without its type, its arguments an object',
    {
      tools,
      messages: [
        user,
        { ...called, tool_calls: [{ id: 'c1', index: 0, function: { name: 'f', arguments: { a: 1 } } }] },
        result,
      ],
    },
    {
      tools,
      messages: [
        user,
        { ...called, tool_calls: [{ ...call, function: { name: 'f', arguments: '{"a":1}' } }] },
        result,
      ],
    },
  ],
  [
    'a result of nothing',
    { tools, messages: [user, called, { ...result, content: null }] },
    { tools, messages: [user, called, { ...result, content: '' }] },
  ],
  ['the choice of any tool', { tools, tool_choice: 'any' }, { tools, tool_choice: 'required' }],
  [
    'a choice as Anthropic writes it',
    { tools, tool_choice: { type: 'auto' } },
    { tools, tool_choice: 'auto' },
  ],
  [
    'a tool as Anthropic names it',
    { tools, tool_choice: { type: 'tool', name: 'f' } },
    { tools, tool_choice: { type: 'function', function: { name: 'f' } } },
  ],
  ['no tools, and a choice of them', { tools: [], tool_choice: 'auto', parallel_tool_calls: true }, {}],
  [
    'a tool with nulls',
    {
      tools: [
        { type: 'function', function: { name: 'f', description: null, parameters: null, strict: null } },
      ],
    },
    { tools },
  ],
  ['fields that are null', { stop: null, n: null, logit_bias: null, thinking: null }, {}],
  ['no limit, as some write it', { max_tokens: -1, max_completion_tokens: 0 }, {}],
  ['stops that are none', { stop: ['', 'END'] }, { stop: ['END'] }],
  ['an empty stop', { stop: '' }, {}],
  ['six stops', { stop: [...'abcdef'] }, { stop: [...'abcdef'] }],
  ['options of streams without one', { stream_options: { include_usage: true } }, {}],
  [
    'half a character',
    { messages: [{ ...user, content: 'cut \ud83d' }] },
    { messages: [{ ...user, content: 'cut \ufffd' }] },
  ],
]

it.each(loose)('%s: is sent in the form that strict upstreams accept', async (_case, asked, sent) => {
  const response = await door('POST', path, post(customer.key, ask(asked)))
  expect(response.status).toBe(200)
  const { model: _model, ...rest } = JSON.parse(first.requests[0]?.body ?? '{}')
  const { model: _alone, ...right } = ask(sent)
  expect(rest).toEqual(right)
})

it('a seed of 63 bits is passed on unchanged, even after a byte order mark', async () => {
  const body = JSON.stringify(ask()).replace('{', '{"seed": 9223372036854775807,')
  for (const text of [body, `\ufeff${body}`]) {
    const response = await door('POST', path, post(customer.key, text))
    expect(response.status).toBe(200)
    expect(first.requests.at(-1)?.body).toMatch(/^\{"seed": 9223372036854775807,/)
  }
})

it('numbers in messages stay exact when messages are rewritten', async () => {
  const body =
    '{"model":"acme/alone","messages":[{"role":"user","content":"Hi","name":null,"x":9007199254740993}]}'
  expect((await door('POST', path, post(customer.key, body))).status).toBe(200)
  expect(first.requests[0]?.body).toContain(
    '"messages":[{"role":"user","content":"Hi","x":9007199254740993}]',
  )
})

it('a key is accepted in the header of Azure’s clients', async () => {
  const init = post(undefined, ask(), { 'api-key': customer.key })
  expect((await door('POST', path, init)).status).toBe(200)
})
