import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ChatRequest } from '@/lib/chat/schema'
import { ResponsesRequest } from '../schema'
import { itemsIn } from '../testing'
import { toChatRequest } from './chat-request'
import { packSeals, packSummary } from './seals'
import { ToolNames, toolsOf } from './tools'

const user = { role: 'user', content: 'Hello' }
const base = { model: 'acme/large', messages: [user] }

function translate(overrides: object, supported: string[] = [], canSearchWeb = true) {
  const asked = ResponsesRequest.parse({ model: 'acme/large', input: 'Hello', ...overrides })
  const items = itemsIn(asked)
  const tools = toolsOf(asked.tools, items)
  const names = new ToolNames(tools)
  const request = toChatRequest(asked, { items, tools, names, canSearchWeb, supported })
  // The result is a request that chat itself would accept.
  expect(ChatRequest.parse(request)).toEqual(request)
  return request
}
const messagesOf = (...input: object[]) => translate({ input }).messages

describe('a request', () => {
  it('says what it says in chat’s words, and nothing else', () => {
    expect(
      translate({
        instructions: 'Be brief.',
        stream: true,
        max_output_tokens: 100,
        temperature: 0.5,
        top_p: 0.9,
        frequency_penalty: 0.1,
        presence_penalty: -0.1,
        store: false,
        metadata: { a: 'b' },
        prompt_cache_key: 'k',
        service_tier: 'auto',
        truncation: 'auto',
        include: ['reasoning.encrypted_content'],
        previous_response_id: null,
      }),
    ).toEqual({
      model: 'acme/large',
      messages: [{ role: 'system', content: 'Be brief.' }, user],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 100,
      temperature: 0.5,
      top_p: 0.9,
      frequency_penalty: 0.1,
      presence_penalty: -0.1,
    })
  })

  it('gives hints only to models that are known to take them', () => {
    const reasoning = { effort: 'high', summary: 'auto' }
    const hints = { reasoning, text: { verbosity: 'low' }, prompt_cache_key: 'k' }
    expect(translate(hints)).toEqual(base)
    expect(translate(hints, ['reasoning_effort', 'verbosity', 'prompt_cache_key'])).toEqual({
      ...base,
      reasoning_effort: 'high',
      verbosity: 'low',
      prompt_cache_key: 'k',
    })
  })

  it.each([
    [{ type: 'text' }, undefined],
    [{ type: 'json_object' }, { type: 'json_object' }],
    [
      { type: 'json_schema', name: 'person', strict: true, schema: { type: 'object' } },
      { type: 'json_schema', json_schema: { name: 'person', strict: true, schema: { type: 'object' } } },
    ],
  ])('with the format %j', (format, expected) => {
    expect(translate({ text: { format } }).response_format).toEqual(expected)
  })
})

describe('a conversation', () => {
  it('keeps texts, pictures and files in their order', () => {
    const content = [
      { type: 'input_text', text: 'Compare' },
      { type: 'input_image', image_url: 'data:image/png;base64,iVBO', detail: 'low' },
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' },
    ]
    const developer = { role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] }
    expect(messagesOf(developer, { type: 'message', role: 'user', content })).toEqual([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Compare' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO', detail: 'low' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
        ],
      },
    ])
  })

  it('makes one message of what the model thought, said and called in a row', () => {
    const seals = [{ type: 'reasoning.text', text: 'Hm', signature: 's', format: 'anthropic-claude-v1' }]
    const said = { type: 'output_text', text: 'Looking.', annotations: [] }
    const call = { type: 'function_call', call_id: 'call_a', name: 'look', arguments: '{"at":"it"}' }
    expect(
      messagesOf(
        user,
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: packSeals(seals) },
        { type: 'message', role: 'assistant', content: [said] },
        { ...call, status: 'completed' },
        { type: 'custom_tool_call', call_id: 'call_b', name: 'patch', input: 'text' },
      ),
    ).toEqual([
      user,
      {
        role: 'assistant',
        content: 'Looking.',
        reasoning_details: seals,
        tool_calls: [
          { id: 'call_a', type: 'function', function: { name: 'look', arguments: '{"at":"it"}' } },
          { id: 'call_b', type: 'function', function: { name: 'patch', arguments: '{"input":"text"}' } },
        ],
      },
    ])
  })

  it('makes one message of each message of the model, with the thoughts before it', () => {
    expect(
      messagesOf(
        { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'open' }] },
        { role: 'assistant', content: 'First.' },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'in short' }] },
        { role: 'assistant', content: 'Second.' },
      ),
    ).toEqual([
      { role: 'assistant', content: 'First.', reasoning_content: 'open' },
      { role: 'assistant', content: 'Second.', reasoning_content: 'in short' },
    ])
  })

  it('has results right behind their calls, whatever stands between them', () => {
    const called = (call_id: string) => ({ type: 'function_call', call_id, name: 'look', arguments: null })
    const said = (call_id: string, output: unknown) => ({ type: 'function_call_output', call_id, output })
    const call = (id: string) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })
    expect(
      messagesOf(
        called('a'),
        { role: 'assistant', content: 'Wait.' },
        user,
        said('a', null),
        // An upstream that gives each call the same id.
        called('a'),
        said('a', { ok: true }),
        said('lost', 'alone'),
      ),
    ).toEqual([
      { role: 'assistant', content: null, tool_calls: [call('a')] },
      { role: 'tool', tool_call_id: 'a', content: '' },
      { role: 'assistant', content: 'Wait.' },
      user,
      { role: 'assistant', content: null, tool_calls: [call('a')] },
      { role: 'tool', tool_call_id: 'a', content: '{"ok":true}' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'The result of an earlier call:' },
          { type: 'text', text: 'alone' },
        ],
      },
    ])
  })

  it.each([
    ['local_shell', { action: { type: 'exec', command: ['ls'] } }, '{"type":"exec","command":["ls"]}'],
    ['shell', { action: { commands: ['ls'] } }, '{"commands":["ls"]}'],
    ['apply_patch', { operation: { type: 'delete_file', path: 'a' } }, '{"type":"delete_file","path":"a"}'],
    ['tool_search', { arguments: { query: 'x' }, execution: 'client' }, '{"query":"x"}'],
    ['smell', { of: 'roses' }, '{"of":"roses"}'],
  ])('shows a call of %s that was run elsewhere as one of a function', (name, given, text) => {
    const call = { type: `${name}_call`, id: 'own', call_id: 'call_1', status: 'completed', ...given }
    const output = {
      type: `${name}_call_output`,
      call_id: 'call_1',
      output: [{ stdout: 'a.txt', type: 'x' }],
    }
    expect(messagesOf(user, call, output)).toEqual([
      user,
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: text } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '[x: {"stdout":"a.txt"}]' },
    ])
  })

  it('shows a call of a local shell by its own id, and a picture of a computer’s', () => {
    const action = { type: 'screenshot' }
    const output = { type: 'computer_screenshot', image_url: 'data:image/png;base64,iVBO' }
    const [first, second, third] = messagesOf(
      { type: 'computer_call', id: 'cu_1', call_id: null, action },
      { type: 'computer_call_output', id: 'cu_1', output },
    )
    expect([first, second, third]).toMatchObject([
      { tool_calls: [{ id: 'cu_1', function: { name: 'computer' } }] },
      { role: 'tool', tool_call_id: 'cu_1' },
      { role: 'user', content: [{}, { type: 'image_url', image_url: { url: output.image_url } }] },
    ])
  })

  it.each([
    [
      { type: 'image_generation_call', id: 'ig', status: 'completed', result: 'A'.repeat(5000) },
      '[image_generation_call]',
      'assistant',
    ],
    [
      { type: 'code_interpreter_call', id: 'ci', code: '1+1', outputs: null },
      '[code_interpreter_call: {"code":"1+1"}]',
      'assistant',
    ],
    [
      { type: 'mcp_call', id: 'm', name: 'f', arguments: '{}', output: 'x' },
      '[mcp_call: {"name":"f","arguments":"{}","output":"x"}]',
      'assistant',
    ],
    [
      { type: 'tool_search_call', id: 't', call_id: null, arguments: {} },
      '[tool_search_call: {"arguments":{}}]',
      'assistant',
    ],
    [{ type: 'mcp_approval_response', approve: true }, '[mcp_approval_response: {"approve":true}]', 'user'],
    [{ type: 'thing_of_tomorrow', content: [{ type: 'input_text', text: 'Hi' }] }, 'Hi', 'user'],
    [{ type: 'thing_of_tomorrow', role: 'assistant', content: 'Hi' }, 'Hi', 'assistant'],
    [
      { type: 'compaction', encrypted_content: packSummary('Done.') },
      'A summary of the conversation before this:\n\nDone.',
      'user',
    ],
    [
      { type: 'compaction_summary', encrypted_content: 'of another service' },
      '[An earlier part of this conversation was compacted by another service and cannot be read here.]',
      'user',
    ],
    [
      { type: 'context_compaction', encrypted_content: null },
      '[An earlier part of this conversation was compacted by another service and cannot be read here.]',
      'user',
    ],
  ])('says in words what models have no form for: %j', (item, content, role) => {
    expect(messagesOf(user, item)).toEqual([user, { role, content }])
  })

  it.each(
    [
      'additional_tools',
      'configuration_update',
      'file_search_call',
      'ghost_snapshot',
      'mcp_list_tools',
      'web_search_call',
    ].map((type) => [type]),
  )('leaves out what says nothing to a model: %s', (type) => {
    expect(messagesOf(user, { type, id: 'x', tools: [], queries: ['q'] })).toEqual([user])
  })

  it('has what an agent wrote to another, and parts that are not known, as texts', () => {
    const content = [
      { type: 'input_text', text: 'Go on.' },
      { type: 'encrypted_content', encrypted_content: 'x' },
      { type: 'summary_text', text: 'In short' },
    ]
    const texts = ['Go on.', '[encrypted_content]', 'In short'].map((text) => ({ type: 'text', text }))
    expect(
      messagesOf({ type: 'agent_message', author: '/root', content }, { role: 'user', content }),
    ).toEqual([
      { role: 'user', content: 'From /root:' },
      { role: 'user', content: texts },
      { role: 'user', content: texts },
    ])
  })

  it('asks for a summary where its last item does, and offers no tools then', () => {
    const trigger = { type: 'compaction_trigger' }
    const tools = [{ type: 'function', name: 'look' }]
    const { messages, ...asked } = translate({ input: [user, trigger, user, trigger], tools })
    expect(messages.slice(0, -1)).toEqual([user, user])
    expect(messages.at(-1)).toMatchObject({ role: 'user', content: expect.stringMatching(/^Summarize/) })
    expect(asked).toEqual({ model: 'acme/large' })
  })

  it('leaves out thoughts that another service sealed', () => {
    const sealed = { type: 'reasoning', summary: [], encrypted_content: 'of another service' }
    expect(messagesOf(user, sealed)).toEqual([user])
  })

  it('puts what tools gave besides text into one message of the user, behind all results of the turn', () => {
    const calls = ['call_a', 'call_b'].map((call_id) => ({
      type: 'custom_tool_call',
      call_id,
      name: 'patch',
      input: 'text',
    }))
    const picture = { type: 'input_image', image_url: 'https://example.com/a.png' }
    const output = [{ type: 'input_text', text: 'done' }, picture]
    const [, ...after] = messagesOf(
      ...calls,
      { type: 'custom_tool_call_output', call_id: 'call_a', output },
      { type: 'custom_tool_call_output', call_id: 'call_b', output: 'seen' },
      { type: 'message', role: 'assistant', content: 'I see.' },
    )
    expect(after).toEqual([
      { role: 'tool', tool_call_id: 'call_a', content: 'done' },
      { role: 'tool', tool_call_id: 'call_b', content: 'seen' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'The result of call_a has this besides:' },
          { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
        ],
      },
      { role: 'assistant', content: 'I see.' },
    ])
  })
})

describe('tools', () => {
  const look = {
    type: 'function',
    name: 'look',
    description: 'Looks',
    parameters: { type: 'object' },
    strict: true,
  }
  const other = { type: 'function', name: 'other', parameters: null }
  const { type: _, ...fields } = look
  const looked = { type: 'function', function: fields }

  it.each([
    [undefined, {}],
    ['required', { tool_choice: 'required' }],
    [{ type: 'function', name: 'look' }, { tool_choice: { type: 'function', function: { name: 'look' } } }],
  ])('are functions; %j', (tool_choice, expected) => {
    expect(translate({ tools: [look], tool_choice, parallel_tool_calls: false })).toEqual({
      ...base,
      tools: [looked],
      parallel_tool_calls: false,
      ...expected,
    })
  })

  it('that are not allowed are not offered', () => {
    const tool_choice = {
      type: 'allowed_tools',
      mode: 'required',
      tools: [{ type: 'function', name: 'look' }],
    }
    expect(translate({ tools: [look, other], tool_choice })).toEqual({
      ...base,
      tools: [looked],
      tool_choice: 'required',
    })
  })

  it('of plain text are functions of one text', () => {
    const format = { type: 'grammar', syntax: 'lark', definition: 'start: "x"' }
    const [tool] =
      translate({ tools: [{ type: 'custom', name: 'patch', description: 'Patches', format }] }).tools ?? []
    expect(tool?.function).toMatchObject({
      name: 'patch',
      description: 'Patches\n\nThe input must match this lark grammar:\nstart: "x"',
      parameters: { required: ['input'] },
    })
  })

  it('may be added by items, each described as it was last', () => {
    const patch = { type: 'custom', name: 'patch' }
    const added = (type: string, ...tools: unknown[]) => ({ type, role: 'developer', tools })
    const input = [
      added('additional_tools', { type: 'namespace', name: 'n', tools: [other, patch] }, look, {
        type: 'function',
      }),
      added('tool_search_output', { ...look, description: 'Sees', defer_loading: true }, 1),
      user,
    ]
    const { tools } = translate({ tools: [look], input })
    expect(tools).toMatchObject([
      { function: { name: 'look', description: 'Sees' } },
      { function: { name: 'n__other' } },
      { function: { name: 'n__patch', parameters: { required: ['input'] } } },
    ])
    expect(tools).toHaveLength(3)
  })

  it('that must be called, and cannot be, are refused', () => {
    const tools = [
      { type: 'image_generation' },
      { type: 'namespace', name: 'n', tools: [{ type: 'local_shell' }] },
    ]
    for (const tool_choice of [
      'required',
      { type: 'allowed_tools', mode: 'required', tools: [{ type: 'shell' }] },
    ])
      expect(() => translate({ tools, tool_choice })).toThrow(
        expect.objectContaining({
          status: 400,
          param: 'tool_choice',
          message: expect.stringContaining('image_generation, local_shell'),
        }),
      )
    expect(translate({ tools, tool_choice: 'auto' })).toEqual(base)
  })

  it('may be a search of the web, which is a switch, or nothing where the model cannot', () => {
    const asked = { tools: [{ type: 'web_search' }], tool_choice: 'auto' }
    expect(translate(asked)).toEqual({ ...base, web_search: true })
    expect(translate(asked, [], false)).toEqual(base)
    expect(translate({ tools: [{ type: 'web_search', filters: null }] })).toMatchObject({ web_search: true })
    expect(translate({ tools: [{ type: 'web_search', filters: { allowed_domains: ['a.b'] } }] })).toEqual(
      base,
    )
  })

  describe('in a namespace', () => {
    const NamedTool = z.object({ function: z.object({ name: z.string() }) })
    const namespace = (name: string, ...tools: object[]) => ({
      type: 'namespace',
      name,
      description: 'd',
      tools,
    })
    const named = (name: string) => ({ type: 'function', name })
    const namesOf = (tools: object[], more: object = {}) =>
      translate({ tools, ...more }).tools?.map((tool) => NamedTool.parse(tool).function.name)

    it('stand on one level with the others, of which the first tells about all of them', () => {
      const patch = { type: 'custom', name: 'patch' }
      const look = { ...named('look'), description: 'Looks' }
      const { tools } = translate({ tools: [named('look'), namespace('mcp__w', look, patch)] })
      expect(tools).toMatchObject([
        { function: { name: 'look' } },
        { function: { name: 'mcp__w__look', description: 'd\n\nLooks' } },
        { function: { name: 'mcp__w__patch' } },
      ])
      expect(tools?.[2]?.function).not.toHaveProperty('description')
    })

    it('have names of their own, however alike and long they are', () => {
      const long = 'x'.repeat(60)
      const tools = [
        namespace('a', named('b__c'), named(long), named(`${long}y`)),
        namespace('a__b', named('c')),
        named('a__b__c'),
      ]
      const names = namesOf(tools) ?? []
      expect(new Set(names).size).toBe(5)
      expect(Math.max(...names.map(({ length }) => length))).toBe(64)
      const known = new ToolNames(ResponsesRequest.parse({ input: 'Hi', tools }).tools ?? [])
      expect(names.map((name) => known.find(name))).toEqual([
        { name: 'b__c', namespace: 'a', isCustom: false },
        { name: long, namespace: 'a', isCustom: false },
        { name: `${long}y`, namespace: 'a', isCustom: false },
        { name: 'c', namespace: 'a__b', isCustom: false },
        { name: 'a__b__c', isCustom: false },
      ])
    })

    it('are called in the conversation, chosen and allowed by the same names', () => {
      const tools = [namespace('w', named('look'), named('other')), named('look')]
      const call = { type: 'function_call', call_id: 'a', namespace: 'w', name: 'look', arguments: '{}' }
      const tool_choice = { type: 'function', name: 'look', namespace: 'w' }
      expect(translate({ tools, tool_choice, input: [user, call] })).toMatchObject({
        messages: [user, { tool_calls: [{ function: { name: 'w__look' } }] }],
        tool_choice: { function: { name: 'w__look' } },
      })
      const allowing = (...allowed: object[]) =>
        namesOf(tools, { tool_choice: { type: 'allowed_tools', mode: 'auto', tools: allowed } })
      expect(allowing({ type: 'namespace', name: 'w' })).toEqual(['w__look', 'w__other'])
      expect(allowing(named('look'))).toEqual(['look'])
      expect(allowing({ ...named('look'), namespace: 'w' })).toEqual(['w__look'])
    })
  })
})
