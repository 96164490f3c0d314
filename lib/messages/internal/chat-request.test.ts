import { describe, expect, it } from 'vitest'
import { ChatRequest } from '@/lib/chat/schema'
import { CountTokensRequest, MessagesRequest } from '../schema'
import { toChatRequest, toolFields, toPrompt } from './chat-request'

const user = { role: 'user', content: 'Hello, Claude' }
const base = { model: 'acme/large', max_tokens: 1024, messages: [user] }

function translate(overrides: object, supported: string[] = []) {
  const request = toChatRequest(MessagesRequest.parse({ ...base, ...overrides }), supported)
  // The result is a request that chat itself would accept.
  expect(ChatRequest.parse(request)).toEqual(request)
  return request
}
const messagesOf = (...messages: object[]) => translate({ messages }).messages

describe('a request', () => {
  it('says what it says in chat’s words, and nothing else', () => {
    expect(
      translate({
        stream: true,
        system: 'Be brief.',
        temperature: 0.5,
        top_p: 0.9,
        stop_sequences: ['END'],
        metadata: { user_id: 'someone' },
        service_tier: 'auto',
        context_management: { edits: [] },
      }),
    ).toEqual({
      model: 'acme/large',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello, Claude' },
      ],
      max_tokens: 1024,
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.5,
      top_p: 0.9,
      stop: ['END'],
    })
  })

  it('gives hints only to models that are known to take them', () => {
    const hints = { top_k: 5, thinking: { type: 'enabled', budget_tokens: 512 } }
    expect(translate(hints)).toEqual({ ...base })
    expect(translate(hints, ['top_k', 'reasoning_effort'])).toEqual({
      ...base,
      top_k: 5,
      reasoning_effort: 'high',
    })
  })

  it.each([
    [{ thinking: { type: 'enabled', budget_tokens: 100 } }, 'low'],
    [{ thinking: { type: 'enabled', budget_tokens: 400 } }, 'medium'],
    [{ thinking: { type: 'adaptive' } }, undefined],
    [{ thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }, 'max'],
    [{ thinking: { type: 'disabled' }, output_config: { effort: 'high' } }, undefined],
    [{ output_config: { effort: 'low' } }, 'low'],
  ])('%j thinks %s', (fields, effort) => {
    expect(translate(fields, ['reasoning_effort']).reasoning_effort).toBe(effort)
  })

  it('asks for JSON by a schema', () => {
    const schema = { type: 'object', properties: {} }
    const expected = { type: 'json_schema', json_schema: { name: 'output', strict: true, schema } }
    const format = { type: 'json_schema', schema }
    expect(translate({ output_config: { format } }).response_format).toEqual(expected)
    expect(translate({ output_format: format }).response_format).toEqual(expected)
  })

  it('can be counted without a limit', () => {
    const { max_tokens: _, ...counted } = base
    expect(toPrompt(CountTokensRequest.parse(counted))).toEqual(counted)
  })
})

describe('a conversation', () => {
  it('keeps texts, pictures and documents in their order', () => {
    const png = { type: 'base64', media_type: 'image/png', data: 'iVBO' }
    const content = [
      { type: 'text', text: 'Compare' },
      { type: 'image', source: png },
      { type: 'image', source: { type: 'url', url: 'https://example.com/a.jpg' } },
      {
        type: 'document',
        title: 'Paper',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
      },
      { type: 'document', title: 'Note', source: { type: 'text', media_type: 'text/plain', data: 'plain' } },
      { type: 'search_result', title: 'T', source: 'https://t', content: [{ type: 'text', text: 'found' }] },
    ]
    expect(messagesOf({ role: 'user', content })).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Compare' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } },
          { type: 'image_url', image_url: { url: 'https://example.com/a.jpg' } },
          { type: 'file', file: { filename: 'Paper', file_data: 'data:application/pdf;base64,JVBE' } },
          { type: 'text', text: 'Note\n\nplain' },
          { type: 'text', text: 'T (https://t)\n\nfound' },
        ],
      },
    ])
  })

  it('has calls, and their results before whatever else a turn says', () => {
    const assistant = {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Looking.' },
        { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Paris' } },
        { type: 'tool_use', id: 'toolu_2', name: 'look', input: {} },
      ],
    }
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } }
    const results = {
      role: 'user',
      content: [
        { type: 'text', text: 'And now?' },
        { type: 'tool_result', tool_use_id: 'toolu_1', content: '21 degrees' },
        {
          type: 'tool_result',
          tool_use_id: 'toolu_2',
          is_error: true,
          content: [{ type: 'text', text: 'dark' }, picture],
        },
      ],
    }
    expect(messagesOf(user, assistant, results)).toEqual([
      user,
      {
        role: 'assistant',
        content: 'Looking.',
        tool_calls: [
          {
            id: 'toolu_1',
            type: 'function',
            function: { name: 'get_weather', arguments: '{"city":"Paris"}' },
          },
          { id: 'toolu_2', type: 'function', function: { name: 'look', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'toolu_1', content: '21 degrees' },
      { role: 'tool', tool_call_id: 'toolu_2', content: 'Error: dark' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'The result of toolu_2 has this besides:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } },
          { type: 'text', text: 'And now?' },
        ],
      },
    ])
  })

  it('gives thoughts back the way they came', () => {
    const content = [
      { type: 'thinking', thinking: 'Hm', signature: 'sealed' },
      { type: 'thinking', thinking: 'open', signature: '' },
      { type: 'redacted_thinking', data: 'hidden' },
      { type: 'text', text: 'So' },
    ]
    const format = 'anthropic-claude-v1'
    expect(messagesOf(user, { role: 'assistant', content })[1]).toEqual({
      role: 'assistant',
      content: 'So',
      reasoning_content: 'open',
      reasoning_details: [
        { type: 'reasoning.text', text: 'Hm', signature: 'sealed', format },
        { type: 'reasoning.encrypted', data: 'hidden', format },
      ],
    })
    expect(messagesOf(user, { role: 'assistant', content: content.slice(0, 1) })).toEqual([user])
  })
})

describe('tools', () => {
  const tool = { name: 'look', description: 'Looks', input_schema: { type: 'object' } }
  const looked = {
    type: 'function',
    function: { name: 'look', description: 'Looks', parameters: { type: 'object' } },
  }

  it.each([
    [undefined, {}],
    [{ type: 'auto' }, { tool_choice: 'auto' }],
    [
      { type: 'any', disable_parallel_tool_use: true },
      { tool_choice: 'required', parallel_tool_calls: false },
    ],
    [{ type: 'tool', name: 'look' }, { tool_choice: { type: 'function', function: { name: 'look' } } }],
    [{ type: 'none' }, { tool_choice: 'none' }],
  ])('are functions; %j', (tool_choice, expected) => {
    expect(translate({ tools: [tool], tool_choice })).toEqual({
      ...base,
      tools: [looked],
      ...expected,
    })
  })

  it.each(['bash_20250124', 'text_editor_20250728', 'computer_20251124', 'memory_20250818'])(
    'that Claude knows and the caller runs go on as they are: %s',
    (type) => {
      const known = { type, name: 'known', max_characters: 10, cache_control: { type: 'ephemeral' } }
      expect(translate({ tools: [tool, known] }).tools).toEqual([looked, known])
    },
  )

  it('have other places in chat behind a search, and are told by their own', () => {
    const search = { type: 'web_search_20250305', name: 'web_search' }
    const { tools } = MessagesRequest.parse({ ...base, tools: [search, tool, search, tool] })
    expect(toolFields(tools)).toEqual({ 'tools[0].type': 'tools[1].type', 'tools[1].type': 'tools[3].type' })
    expect(toolFields(null)).toEqual({})
  })

  it('may be a search of the web, which is a switch', () => {
    const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 5 }
    const tool_choice = { type: 'tool', name: 'web_search' }
    const switched = { ...base, web_search: true, max_searches: 5 }
    expect(translate({ tools: [search], tool_choice })).toEqual(switched)
    expect(translate({ tools: [search, tool] })).toEqual({ ...switched, tools: [looked] })
    expect(translate({ tools: [{ ...search, max_uses: 50 }] })).toMatchObject({ max_searches: 20 })
  })

  it.each([
    [{ type: 'code_execution_20250825', name: 'code_execution' }, 'tools[0].type'],
    [{ type: 'computer_toolset_20260801', name: 'computer' }, 'tools[0].type'],
    [{ type: 'bash_code_execution_20250825', name: 'bash' }, 'tools[0].type'],
    [{ type: 'custom', name: 'look' }, 'tools[0].input_schema'],
    [
      { type: 'web_search_20250305', name: 'web_search', allowed_domains: ['a.example'] },
      'tools[0].allowed_domains',
    ],
  ])('%j is refused by name', (one, param) => {
    expect(() => translate({ tools: [one] })).toThrow(expect.objectContaining({ status: 400, param }))
  })
})
