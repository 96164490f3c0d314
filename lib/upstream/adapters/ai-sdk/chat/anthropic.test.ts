import { describe, expect, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import {
  anthropicBlock,
  anthropicEnd,
  anthropicJsonTool,
  anthropicMessage,
  anthropicStart,
  anthropicText,
  anthropicToolUse,
} from '../testing/chat-answers'
import { chatAt, mergeDeltas, openChat } from '../testing/chat-at'

const { upstream, chat } = await openChat('anthropic', anthropicMessage)

const text = (words: string) => ({ type: 'text', text: words })

describe('a request', () => {
  test('is sent to the Messages API with the key, every system text first', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'developer', content: [text('Be kind.')] },
    ]
    await chat.complete({ messages, max_tokens: 100, temperature: 1.5, stop: 'END', user: 'u_1', seed: 7 })
    const headers = { 'x-api-key': API_KEY, 'anthropic-version': '2023-06-01', 'user-agent': 'portico' }
    expect(upstream.requests.at(-1)).toMatchObject({ path: '/v1/messages', headers })
    expect(chat.sent()).toEqual({
      model: 'claude-sonnet-4-6',
      max_tokens: 100,
      temperature: 1,
      stop_sequences: ['END'],
      metadata: { user_id: 'u_1' },
      system: [text('Be brief.'), text('Be kind.')],
      messages: [{ role: 'user', content: [text('Hello')] }],
    })
  })

  test('without a limit has the most that the model writes', async () => {
    await chat.complete()
    expect(chat.sent().max_tokens).toBe(128_000)
  })

  test('carries tools, their choice and their results', async () => {
    const tool = { name: 'get_weather', description: 'Weather', parameters: { properties: { city: {} } } }
    const call = (id: string) => ({
      id,
      type: 'function',
      function: { name: 'get_weather', arguments: '{"city":"Łódź"}' },
    })
    await chat.complete({
      messages: [
        { role: 'user', content: 'Weather?' },
        { role: 'assistant', content: null, tool_calls: [call('toolu_1'), call('toolu_2')] },
        { role: 'tool', tool_call_id: 'toolu_1', content: '7 °C' },
        { role: 'tool', tool_call_id: 'toolu_2', content: [text('8 °C')] },
      ],
      tools: [{ type: 'function', function: tool }],
      tool_choice: { type: 'function', function: { name: 'get_weather' } },
      parallel_tool_calls: false,
    })
    const sent = chat.sent()
    expect(sent.tools).toMatchObject([
      {
        name: 'get_weather',
        description: 'Weather',
        input_schema: { type: 'object', properties: { city: {} } },
      },
    ])
    expect(sent.tool_choice).toEqual({ type: 'tool', name: 'get_weather', disable_parallel_tool_use: true })
    expect(sent.messages.slice(1)).toMatchObject([
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Łódź' } },
          { type: 'tool_use', id: 'toolu_2' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: '7 °C' },
          { type: 'tool_result', tool_use_id: 'toolu_2', content: '8 °C' },
        ],
      },
    ])
  })

  test.each([
    ['bash_20250124', undefined],
    ['bash_20241022', 'computer-use-2024-10-22'],
    ['text_editor_20250728', undefined],
    ['computer_20251124', 'computer-use-2025-11-24'],
    ['computer_20990101', 'computer-use-2099-01-01'],
    ['memory_20250818', 'context-management-2025-06-27'],
  ])('carries the tool %s as it is, with the beta of its version', async (type, beta) => {
    const own = { type, name: 'own', cache_control: { type: 'ephemeral' }, strict: true }
    const f = { type: 'function', function: { name: 'f' } }
    const fields = { tools: [f, own], tool_choice: { type: 'function', function: { name: 'own' } } }
    await chat.complete(fields)
    expect(chat.sent()).toMatchObject({
      tools: [{ name: 'f' }, own],
      tool_choice: { type: 'tool', name: 'own' },
    })
    expect(chat.sent().tools[1]).toEqual(own)
    const betas = String(upstream.requests.at(-1)?.headers['anthropic-beta']).split(',')
    expect(betas.filter((one) => /^(computer-use|context-management)-/.test(one))).toEqual(beta ? [beta] : [])
    await chat.complete({ ...fields, tool_choice: 'none' })
    expect(chat.sent()).toMatchObject({ tool_choice: { type: 'none' } })
  })

  test('carries pictures and documents: bytes as they are, links as links', async () => {
    const content = [
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
      { type: 'image_url', image_url: { url: 'https://pictures.example/cat.webp' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
    ]
    await chat.complete({ messages: [{ role: 'user', content }] })
    expect(chat.sent().messages[0].content).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
      { type: 'image', source: { type: 'url', url: 'https://pictures.example/cat.webp' } },
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
        title: 'a.pdf',
      },
    ])
  })

  test('requests a schema natively, any JSON by a tool', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
    await chat.complete({ response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } })
    expect(chat.sent().output_config.format).toMatchObject({ type: 'json_schema' })
    upstream.answer(answerWith.json(200, anthropicJsonTool))
    const { choices } = await chat.complete({ response_format: { type: 'json_object' } })
    expect(chat.sent().tool_choice).toMatchObject({ type: 'any' })
    expect(choices[0]).toMatchObject({ message: { content: '{"city":"Łódź"}' }, finish_reason: 'stop' })
  })

  test('reasons with as much effort as asked for, within the limit of the answer', async () => {
    await chat.complete({ reasoning_effort: 'high' })
    expect(chat.sent()).toMatchObject({ thinking: { type: 'adaptive' }, output_config: { effort: 'high' } })
    const older = chatAt(upstream, 'anthropic', 'claude-haiku-4-5')
    await older.complete({ reasoning_effort: 'high', max_tokens: 10_000 })
    expect(older.sent()).toMatchObject({
      max_tokens: 10_000,
      thinking: { type: 'enabled', budget_tokens: 6000 },
    })
    await older.complete({ reasoning_effort: 'high', max_tokens: 500 })
    expect(older.sent()).toMatchObject({ max_tokens: 500 })
    expect(older.sent().thinking).toBeUndefined()
  })

  test('gives sealed thoughts back, those of other vendors not', async () => {
    const details = [
      { type: 'reasoning.text', text: 'Hm.', signature: 'sealed', format: 'anthropic-claude-v1' },
      { type: 'reasoning.text', text: 'No.', signature: 'other', format: 'google-gemini-v1' },
      { type: 'reasoning.encrypted', data: 'dark', format: 'anthropic-claude-v1' },
      { type: 'reasoning.text', text: 'In ', format: 'anthropic-claude-v1', index: 2 },
      { type: 'reasoning.text', text: 'pieces.', format: 'anthropic-claude-v1', index: 2 },
      { type: 'reasoning.text', signature: 'last', format: 'anthropic-claude-v1', index: 2 },
    ]
    const said = { role: 'assistant', content: 'Hi.', reasoning_details: details }
    await chat.complete({
      messages: [{ role: 'user', content: 'a' }, said, { role: 'user', content: 'b' }],
    })
    expect(chat.sent().messages[1].content).toEqual([
      { type: 'thinking', thinking: 'Hm.', signature: 'sealed' },
      { type: 'redacted_thinking', data: 'dark' },
      { type: 'thinking', thinking: 'In pieces.', signature: 'last' },
      text('Hi.'),
    ])
  })

  test('searches the web where the operator lets it', async () => {
    await expect(chat.complete({ web_search: true })).rejects.toMatchObject({
      fault: 'unsupported',
      param: 'web_search',
    })
    await chatAt(upstream, 'anthropic', 'claude-sonnet-4-6', { webSearch: true }).complete({
      web_search: true,
    })
    expect(chat.sent().tools).toMatchObject([{ type: 'web_search_20250305', name: 'web_search' }])
  })
})

describe('a whole answer', () => {
  test('is a completion, cached and reasoning tokens counted in', async () => {
    expect(await chat.complete()).toEqual({
      id: anthropicMessage.id,
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'claude-sonnet-4-6',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hi! My name is Claude.', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens: 116,
        completion_tokens: 30,
        total_tokens: 146,
        prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 21 },
      },
    })
  })

  test('has tool calls and thoughts', async () => {
    upstream.answer(answerWith.json(200, anthropicToolUse))
    const { choices } = await chat.complete()
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: 'Let me look.',
        reasoning_content: 'Two cities.',
        reasoning_details: [
          { type: 'reasoning.text', text: 'Two cities.', signature: 'EqQBCgIYAhIM' },
          { type: 'reasoning.encrypted', data: 'EmwKAhgBEgy3va3pzix' },
        ],
        tool_calls: [
          {
            id: 'toolu_01A',
            type: 'function',
            function: { name: 'get_weather', arguments: '{"city":"Łódź"}' },
          },
          { id: 'toolu_01B', function: { arguments: '{}' } },
        ],
      },
    })
  })

  test.each([
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['stop_sequence', 'stop'],
    ['refusal', 'content_filter'],
    ['pause_turn', 'stop'],
  ])('that ends by %s ends by %s', async (stop_reason, finish_reason) => {
    upstream.answer(answerWith.json(200, { ...anthropicMessage, stop_reason }))
    expect((await chat.complete()).choices[0]).toMatchObject({ finish_reason })
  })

  test('that a stop sequence of the caller ended names it, whole and streamed; no other does', async () => {
    upstream.answer(
      answerWith.json(200, {
        ...anthropicMessage,
        stop_reason: 'stop_sequence',
        stop_sequence: '\n\nHuman:',
      }),
    )
    expect((await chat.complete()).choices[0]).toMatchObject({
      finish_reason: 'stop',
      stop_reason: '\n\nHuman:',
    })
    const streamed = async (end: string) => {
      upstream.answer(answerWith.events(anthropicStart, anthropicText(0, 'Hi'), end))
      return (await chat.stream()).events.at(-3).choices[0]
    }
    expect(await streamed(anthropicEnd('stop_sequence', 'END'))).toMatchObject({ stop_reason: 'END' })
    expect(await streamed(anthropicEnd('end_turn'))).not.toHaveProperty('stop_reason')
  })
})

describe('a stream', () => {
  test('has one id, what the prompt counts, the role first, the reason last, then the usage', async () => {
    upstream.answer(
      answerWith.events(anthropicStart, anthropicText(0, 'Hi ', 'Łódź'), anthropicEnd('end_turn')),
    )
    const { events, error } = await chat.stream()
    expect(error).toBeNull()
    expect(chat.sent().stream).toBe(true)
    expect(new Set(events.slice(0, -1).map(({ id, created }) => `${id} ${created}`)).size).toBe(1)
    const prompt = {
      prompt_tokens: 116,
      prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 4 },
    }
    const counts = (completion_tokens: number, reasoning_tokens: number) => ({
      ...prompt,
      completion_tokens,
      total_tokens: 116 + completion_tokens,
      completion_tokens_details: { reasoning_tokens },
    })
    expect(events.map((event) => event.choices?.[0]?.delta ?? event.usage ?? event)).toEqual([
      counts(0, 0),
      { role: 'assistant', content: 'Hi ' },
      { content: 'Łódź' },
      {},
      counts(30, 21),
      '[DONE]',
    ])
    expect(events.at(-3).choices[0].finish_reason).toBe('stop')
  })

  test('has thoughts and their seal, tool calls and their arguments as they arrive', async () => {
    const input = (text: string) => ({ type: 'input_json_delta', partial_json: text })
    upstream.answer(
      answerWith.events(
        anthropicStart,
        anthropicBlock(0, { type: 'thinking', thinking: '', signature: '' }, [
          { type: 'thinking_delta', thinking: 'Two ' },
          { type: 'thinking_delta', thinking: 'cities.' },
          { type: 'signature_delta', signature: 'EqQB' },
        ]),
        anthropicBlock(1, { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} }, [
          input('{"city":'),
          input('"Łódź"}'),
        ]),
        anthropicBlock(2, { type: 'tool_use', id: 'toolu_2', name: 'now', input: {} }, [input('')]),
        anthropicEnd('tool_use'),
      ),
    )
    const { events } = await chat.stream()
    expect(mergeDeltas(events)).toEqual({
      content: '',
      reasoning: 'Two cities.',
      calls: [
        { name: 'get_weather', arguments: '{"city":"Łódź"}' },
        { name: 'now', arguments: '{}' },
      ],
    })
    const deltas = events.map((event) => event.choices?.[0]?.delta)
    const sealed = { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0 }
    expect(deltas.flatMap((delta) => delta?.reasoning_details ?? [])).toEqual([
      { ...sealed, text: 'Two ' },
      { ...sealed, text: 'cities.' },
      { ...sealed, signature: 'EqQB' },
    ])
    expect(events.at(-3).choices[0].finish_reason).toBe('tool_calls')
  })
})
