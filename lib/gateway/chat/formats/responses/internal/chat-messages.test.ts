import { describe, expect, it } from 'vitest'
import { packSummary } from '../items'
import { ResponsesRequest } from '../schema'
import { itemsIn } from '../testing'
import { toChatMessages } from './chat-messages'
import { ToolNames, toolsOf } from './tools'

const user = { role: 'user', content: 'Hello' }
const itemsOf = (...input: object[]) => itemsIn(ResponsesRequest.parse({ input }))
const messagesOf = (...input: object[]) => toChatMessages(null, itemsOf(...input), new ToolNames([]))

describe('a conversation of an agent', () => {
  it('has results directly after their calls, whatever is between them', () => {
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

  it('matches a local shell call by its item ID, and includes a computer’s screenshot', () => {
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

  it('has messages between agents, and unknown parts, as texts', () => {
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

  it('requests a summary without tools if its last item does', () => {
    const trigger = { type: 'compaction_trigger' }
    const asked = itemsOf(user, trigger, user, trigger)
    const messages = toChatMessages(null, asked, new ToolNames([]))
    expect(messages.slice(0, -1)).toEqual([user, user])
    expect(messages.at(-1)).toMatchObject({ role: 'user', content: expect.stringMatching(/^Summarize/) })
    expect(toolsOf([{ type: 'function', name: 'look' }], asked)).toEqual([])
    expect(toolsOf([{ type: 'function', name: 'look' }], asked.slice(0, -1))).toHaveLength(1)
  })
})
