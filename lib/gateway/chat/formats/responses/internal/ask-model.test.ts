import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ChatRequest } from '../../../schema'
import { packSeals } from '../items'
import { ResponsesRequest } from '../schema'
import { itemsIn } from '../testing'
import { toChatRequest } from './ask-model'
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
  it('is translated to chat’s fields, and has no others', () => {
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

  it('passes hints only to models that are known to support them', () => {
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
  it.each([
    { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } },
    { type: 'input_image', image_url: { url: 'data:image/png;base64,iVBO' } },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } },
  ])('sees pictures of other formats: %j', (part) => {
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } }
    expect(messagesOf({ role: 'user', content: [part] })).toEqual([{ role: 'user', content: [picture] }])
  })

  it('keeps texts, images and files in order', () => {
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

  it('joins consecutive thoughts, text and calls into one message', () => {
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

  it('has one message per message of the model, with the thoughts before it', () => {
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

  it('omits thoughts that another service sealed', () => {
    const sealed = { type: 'reasoning', summary: [], encrypted_content: 'of another service' }
    expect(messagesOf(user, sealed)).toEqual([user])
  })

  it('puts other contents of results into one user message after all results of the turn', () => {
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
          { type: 'text', text: 'The result of call_a also contains:' },
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

  it('that take free text are functions with one string', () => {
    const format = { type: 'grammar', syntax: 'lark', definition: 'start: "x"' }
    const [tool] =
      translate({ tools: [{ type: 'custom', name: 'patch', description: 'Patches', format }] }).tools ?? []
    expect(tool?.function).toMatchObject({
      name: 'patch',
      description: 'Patches\n\nThe input must match this lark grammar:\nstart: "x"',
      parameters: { required: ['input'] },
    })
  })

  it('may be added by items; the last definition counts', () => {
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

  it('that are required but ignored are refused', () => {
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

  it('may include web search, which is an option in chat, if the model supports it', () => {
    const asked = { tools: [{ type: 'web_search' }], tool_choice: 'auto' }
    expect(translate(asked)).toEqual({ ...base, web_search: true })
    expect(translate(asked, [], false)).toEqual(base)
    expect(translate({ tools: [{ type: 'web_search', filters: null }] })).toMatchObject({ web_search: true })
    expect(translate({ tools: [{ type: 'web_search', filters: { allowed_domains: ['a.b'] } }] })).toEqual(
      base,
    )
  })

  // vercel/ai#5380, can1357/oh-my-pi#1342
  it('may have to be web search; others that run at the vendor are refused by their type', () => {
    const asked = (type: string) => ({ tools: [{ type: 'web_search_preview' }, look], tool_choice: { type } })
    expect(translate(asked('web_search_preview'))).toEqual({ ...base, web_search: true })
    for (const refuse of [() => translate(asked('web_search'), [], false), () => translate(asked('mcp'))])
      expect(refuse).toThrow(expect.objectContaining({ code: 'unsupported_parameter', param: 'tool_choice' }))
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

    it('are listed with the others, and the first describes the namespace', () => {
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

    it('have unique names, however similar and long', () => {
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
