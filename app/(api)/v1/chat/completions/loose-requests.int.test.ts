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
const png = 'data:image/png;base64,iVBO'
const schema = { type: 'object', properties: {} }
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
  // NousResearch/hermes-agent#11617, can1357/oh-my-pi#11104, local-inference-lab/vllm#684: agents keep it, and are stuck.
  [
    'arguments that were cut off, that are no object, and none',
    {
      tools,
      messages: [
        user,
        {
          ...called,
          tool_calls: ['{"a":"b', '[1]', ''].map((cut, at) => ({
            ...call,
            id: `c${at}`,
            function: { name: 'f', arguments: cut },
          })),
        },
      ],
    },
    {
      tools,
      messages: [
        user,
        {
          ...called,
          tool_calls: ['{"arguments":"{\\"a\\":\\"b"}', '{"arguments":"[1]"}', '{}'].map((whole, at) => ({
            ...call,
            id: `c${at}`,
            function: { name: 'f', arguments: whole },
          })),
        },
      ],
    },
  ],
  // BerriAI/litellm#34029, archestra-ai/archestra#7375: Cursor; also langchain-ai/langchainjs#11049.
  [
    'parts as Responses, Anthropic and others write them',
    {
      messages: [
        { role: 'system', content: ['Be brief.'] },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Hi', cache_control: null },
            { type: 'image_url', image_url: png },
            { type: 'input_image', image_url: png, detail: 'low' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } },
            { type: 'document', title: 'a.pdf', source: { type: 'url', url: 'https://p.example/a.pdf' } },
            { type: 'input_file', filename: 'b.pdf', file_data: 'data:application/pdf;base64,JVBE' },
            { type: 'thing_of_tomorrow', id: 'x', name: 'n' },
          ],
        },
      ],
    },
    {
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi' },
            { type: 'image_url', image_url: { url: png } },
            { type: 'image_url', image_url: { url: png, detail: 'low' } },
            { type: 'image_url', image_url: { url: png } },
            { type: 'file', file: { filename: 'a.pdf', file_data: 'https://p.example/a.pdf' } },
            { type: 'file', file: { filename: 'b.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
            { type: 'text', text: '[thing_of_tomorrow: {"name":"n"}]' },
          ],
        },
      ],
    },
  ],
  [
    'reasoning, calls and results as blocks',
    {
      tools,
      messages: [
        user,
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm', signature: 'sealed' },
            { type: 'reasoning', reasoning: 'So' },
            { type: 'output_text', text: 'Looking' },
            { type: 'tool_use', id: 'c1', name: 'f', input: { a: 1 } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'c1',
              content: [{ type: 'text', text: 'no' }],
              is_error: true,
            },
            { type: 'text', text: 'And?' },
          ],
        },
        { role: 'assistant', content: [{ type: 'reasoning', summary: [] }], tool_calls: [call] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'x' }] },
      ],
    },
    {
      tools,
      messages: [
        user,
        {
          role: 'assistant',
          content: [{ type: 'text', text: 'Looking' }],
          tool_calls: [{ ...call, function: { name: 'f', arguments: '{"a":1}' } }],
          reasoning_content: 'So',
          reasoning_details: [
            { type: 'reasoning.text', text: 'Hm', signature: 'sealed', format: 'anthropic-claude-v1' },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'Error:\nno' },
        { role: 'user', content: [{ type: 'text', text: 'And?' }] },
        called,
        result,
      ],
    },
  ],
  [
    'tools as Responses and Anthropic write them, and one without a type',
    {
      tools: [
        { type: 'function', name: 'a', parameters: schema, strict: null },
        { name: 'b', description: 'B', input_schema: schema, defer_loading: true },
        { function: { name: 'c' } },
        { type: 'custom', name: 'd', format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' } },
      ],
      tool_choice: { type: 'custom', name: 'd' },
    },
    {
      tools: [
        { type: 'function', function: { name: 'a', parameters: schema } },
        { type: 'function', function: { name: 'b', description: 'B', parameters: schema } },
        { type: 'function', function: { name: 'c' } },
        {
          type: 'custom',
          custom: {
            name: 'd',
            format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "x"' } },
          },
        },
      ],
      tool_choice: { type: 'custom', custom: { name: 'd' } },
    },
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
