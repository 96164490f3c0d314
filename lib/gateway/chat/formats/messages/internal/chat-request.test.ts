import { describe, expect, it } from 'vitest'
import { ChatRequest } from '../../../schema'
import { CountTokensRequest, MessagesRequest } from '../schema'
import { toChatRequest, toPrompt } from './chat-request'
import { offeredTools, toolFields } from './tools'

const user = { role: 'user', content: 'Hello, Claude' }
const base = { model: 'acme/large', max_tokens: 1024, messages: [user] }

function translate(overrides: object, supported: string[] = [], canSearchWeb = true) {
  const asked = MessagesRequest.parse({ ...base, ...overrides })
  const request = toChatRequest(asked, offeredTools(asked, canSearchWeb), supported)
  // The result is a request that chat itself would accept.
  expect(ChatRequest.parse(request)).toEqual(request)
  return request
}
const messagesOf = (...messages: object[]) => translate({ messages }).messages

describe('a request', () => {
  it('is translated to chat’s fields, and has no others', () => {
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

  it('passes hints only to models that are known to support them', () => {
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

  it('requests JSON by a schema', () => {
    const schema = { type: 'object', properties: {} }
    const expected = { type: 'json_schema', json_schema: { name: 'output', strict: true, schema } }
    const format = { type: 'json_schema', schema }
    expect(translate({ output_config: { format } }).response_format).toEqual(expected)
    expect(translate({ output_format: format }).response_format).toEqual(expected)
  })

  it('can be counted without a limit', () => {
    const { max_tokens: _, ...counted } = base
    const asked = CountTokensRequest.parse(counted)
    expect(toPrompt(asked, offeredTools(asked, true))).toEqual(counted)
  })
})

describe('a conversation', () => {
  it('keeps texts, images and documents in order', () => {
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

  it('has the results of calls before the rest of a turn', () => {
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
          { type: 'text', text: 'The result of toolu_2 also contains:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } },
          { type: 'text', text: 'And now?' },
        ],
      },
    ])
  })

  // zeroclaw-labs/zeroclaw#1626: a picture as text is a hundred thousand tokens of base64.
  it('sees pictures of chat completions', () => {
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } }
    expect(messagesOf({ role: 'user', content: [picture] })).toEqual([{ role: 'user', content: [picture] }])
  })

  it.each([
    [{ type: 'server_tool_use', id: 's', name: 'web_search', input: {} }, null],
    [{ type: 'web_search_tool_result', tool_use_id: 's', content: [] }, null],
    [
      { type: 'server_tool_use', id: 's', name: 'code_execution', input: { code: '1' } },
      '[server_tool_use: {"name":"code_execution","input":{"code":"1"}}]',
    ],
    [
      { type: 'bash_code_execution_tool_result', content: { stdout: '2' } },
      '[bash_code_execution_tool_result: {"content":{"stdout":"2"}}]',
    ],
    [
      { type: 'mcp_tool_use', id: 'm', name: 'f', server_name: 'a', input: {} },
      '[mcp_tool_use: {"name":"f","server_name":"a","input":{}}]',
    ],
    [{ type: 'container_upload', file_id: 'f' }, '[container_upload: {"file_id":"f"}]'],
    [{ type: 'compaction', content: 'In short.' }, 'In short.'],
    [{ type: 'output_text', text: 'Hi' }, 'Hi'],
    [{ type: 'block_of_tomorrow', signature: 'x', data: 'A'.repeat(2000) }, '[block_of_tomorrow]'],
  ])('says in words what models have no form for: %j', (block, content) => {
    const said = content === null ? [] : [{ role: 'assistant', content }]
    expect(messagesOf(user, { role: 'assistant', content: [block] })).toEqual([user, ...said])
  })

  it('turns other contents of a result into text, and accepts marks anywhere', () => {
    const found = { type: 'tool_reference', tool_name: 'look', cache_control: { type: 'forever' } }
    const result = {
      type: 'tool_result',
      tool_use_id: 't',
      content: [found, 'plain', { type: 'container_upload', file_id: 'f' }],
    }
    const thought = { type: 'thinking', signature: 'sealed', cache_control: { type: 'ephemeral' } }
    const call = { type: 'tool_use', id: 't', name: 'look', input: '' }
    const messages = [
      user,
      { role: 'assistant', content: [thought, call] },
      { role: 'user', content: [result] },
    ]
    expect(messagesOf(...messages).slice(1)).toMatchObject([
      {
        tool_calls: [{ function: { arguments: '{}' } }],
        reasoning_details: [{ text: '', signature: 'sealed' }],
      },
      {
        role: 'tool',
        content: 'The tool look can be called now.\nplain\n[container_upload: {"file_id":"f"}]',
      },
    ])
  })

  it('sends thoughts back the way they came', () => {
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

  it('are named by their own index in errors, though a search shifts it in chat', () => {
    const search = { type: 'web_search_20250305', name: 'web_search' }
    const run = { type: 'code_execution_20250825', name: 'run' }
    const asked = MessagesRequest.parse({ ...base, tools: [search, tool, run, { ...tool, name: 'other' }] })
    const places = { 'tools[0].type': 'tools[1].type', 'tools[1].type': 'tools[3].type' }
    expect(toolFields(offeredTools(asked, true))).toEqual(places)
  })

  it.each([
    { type: 'code_execution_20250825', name: 'code_execution' },
    { type: 'computer_toolset_20260801', name: 'computer' },
    { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
    { type: 'mcp_toolset', mcp_server_name: 'a' },
    { type: 'web_search_20250305', name: 'web_search', allowed_domains: ['a.example'] },
  ])('that run elsewhere are left out and named, unless they must be called: %j', (one) => {
    const asked = MessagesRequest.parse({ ...base, tools: [one, { ...tool, defer_loading: true }] })
    expect(offeredTools(asked, true)).toMatchObject({ search: undefined, ignored: [one.type] })
    expect(translate({ tools: [one, tool], tool_choice: { type: 'any' } }).tools).toEqual([looked])
    for (const tool_choice of [{ type: 'any' }, { type: 'tool', name: 'web_search' }])
      expect(() => translate({ tools: [one], tool_choice })).toThrow(
        expect.objectContaining({ status: 400, param: 'tool_choice' }),
      )
  })

  it('that need the vendor’s servers or containers are ignored by those names', () => {
    const asked = MessagesRequest.parse({ ...base, container: 'c', mcp_servers: [{ type: 'url' }] })
    expect(offeredTools(asked, true).ignored).toEqual(['container', 'mcp_servers'])
    expect(
      offeredTools(MessagesRequest.parse({ ...base, mcp_servers: [], container: null }), true).ignored,
    ).toEqual([])
  })

  it('are those after the conversation’s changes', () => {
    const change = (type: string, changed: object) => ({ role: 'system', content: [{ type, tool: changed }] })
    const named = (name: string) => ({ type: 'tool_reference', name })
    const added = { type: 'tool_definition', definition: { ...tool, name: 'added' } }
    const messages = [
      user,
      change('tool_removal', named('look')),
      change('tool_addition', added),
      change('tool_addition', { type: 'tool_definition', definition: { name: 7 } }),
    ]
    const names = (...more: object[]) =>
      translate({ tools: [tool], messages: [...messages, ...more] }).tools?.map(
        (one) => Object(one.function).name,
      )
    expect(names()).toEqual(['added'])
    expect(names(change('tool_addition', named('look')), change('tool_removal', named('added')))).toEqual([
      'look',
    ])
    expect(translate({ tools: [tool], messages }).messages).toEqual([user])
  })

  it('may include web search, which is an option in chat', () => {
    const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 5 }
    const tool_choice = { type: 'tool', name: 'web_search' }
    const switched = { ...base, web_search: true, max_searches: 5 }
    expect(translate({ tools: [search], tool_choice })).toEqual(switched)
    expect(translate({ tools: [search, tool], tool_choice })).toEqual(switched)
    expect(translate({ tools: [search, tool] })).toEqual({ ...switched, tools: [looked] })
    expect(translate({ tools: [{ ...search, max_uses: 50 }] })).toMatchObject({ max_searches: 20 })
    expect(translate({ tools: [search] }, [], false)).toEqual(base)
  })

  it('without a schema are refused by name', () => {
    expect(() => translate({ tools: [{ type: 'custom', name: 'look' }] })).toThrow(
      expect.objectContaining({ status: 400, param: 'tools[0].input_schema' }),
    )
  })
})
