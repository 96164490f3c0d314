import { describe, expect, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/api-key'
import { anthropicJsonTool, anthropicMessage } from '../testing/anthropic-answers'
import { chatAt } from '../testing/chat-at'
import { openChat } from '../testing/open-chat'

const { upstream, chat } = await openChat('anthropic', anthropicMessage)

describe('a request', () => {
  test('goes to the Messages API with the key, every system text first', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'developer', content: [{ type: 'text', text: 'Be kind.' }] },
    ]
    await chat.complete({ messages, max_tokens: 100, temperature: 1.5, stop: 'END', user: 'u_1', seed: 7 })
    const { path, headers } = upstream.requests.at(-1) ?? {}
    expect(path).toBe('/v1/messages')
    expect(headers).toMatchObject({ 'x-api-key': API_KEY, 'anthropic-version': '2023-06-01' })
    expect(headers?.['user-agent']).toBe('portico')
    expect(chat.sent()).toEqual({
      model: 'claude-sonnet-4-6',
      max_tokens: 100,
      temperature: 1,
      stop_sequences: ['END'],
      metadata: { user_id: 'u_1' },
      system: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'Be kind.' },
      ],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
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
        { role: 'tool', tool_call_id: 'toolu_2', content: [{ type: 'text', text: '8 °C' }] },
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

  test('asks for a schema natively, for any JSON by a tool', async () => {
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
    ]
    const said = { role: 'assistant', content: 'Hi.', reasoning_details: details }
    await chat.complete({ messages: [{ role: 'user', content: 'a' }, said, { role: 'user', content: 'b' }] })
    expect(chat.sent().messages[1].content).toEqual([
      { type: 'thinking', thinking: 'Hm.', signature: 'sealed' },
      { type: 'redacted_thinking', data: 'dark' },
      { type: 'text', text: 'Hi.' },
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
