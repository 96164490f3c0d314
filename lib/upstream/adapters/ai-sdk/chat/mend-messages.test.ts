import { expect, test } from 'vitest'
import { processorMillis } from '@/lib/platform/testing/processor-time'
import { ToolNames } from '@/lib/upstream/contract/tool-names'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { anthropicMessage, googleAnswer } from '../testing/chat-answers'
import { chatAt, vendorChatAt } from '../testing/chat-at'
import { mendMessages } from './mend-messages'

const upstream = await openUpstream()
const answers = { anthropic: anthropicMessage, google: googleAnswer([{ text: 'Hello.' }]) }

/** What a vendor is sent of these messages. */
async function sent(sdk: 'anthropic' | 'google', messages: object[], more: object = {}) {
  upstream.answer(answerWith.json(200, answers[sdk]))
  const chat = vendorChatAt(upstream, sdk)
  await chat.complete({ messages, ...more })
  return chat.sent()
}

const user = (content: unknown = 'Go.') => ({ role: 'user', content })
const call = (id: string, name = 'f', more: object = {}) => ({
  id,
  type: 'function',
  function: { name, arguments: '{}' },
  ...more,
})
const calls = (...tool_calls: object[]) => ({ role: 'assistant', content: null, tool_calls })
const result = (tool_call_id: string, content: unknown = tool_call_id) => ({
  role: 'tool',
  tool_call_id,
  content,
})
const text = (words: string) => ({ type: 'text', text: words })
const PNG = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }

test('what is empty or blank is not sent', async () => {
  const { system, messages } = await sent('anthropic', [
    { role: 'system', content: '' },
    { role: 'system', content: [text(' '), text('Be brief.')] },
    user([text(''), PNG]),
    { role: 'assistant', content: '' },
    { role: 'assistant', content: [text('\n')], refusal: '' },
    user(' \n'),
    user([text('One'), text('\t')]),
  ])
  expect(system).toEqual([text('Be brief.')])
  expect(messages).toMatchObject([{ role: 'user', content: [{ type: 'image' }, text('One')] }])
})

test.each([
  ['system alone', [{ role: 'system', content: 'Write a haiku.' }], ['user']],
  ['nothing but blanks', [user('  ')], ['user']],
  ['an answer first', [{ role: 'assistant', content: 'Hi!' }, user()], ['user', 'assistant', 'user']],
])('%s begins with the user', async (_, messages, roles) => {
  const { messages: claude } = await sent('anthropic', messages)
  expect(claude.map(({ role }: { role: string }) => role)).toEqual(roles)
  const { contents } = await sent('google', messages)
  expect(contents.map(({ role }: { role: string }) => role.replace('model', 'assistant'))).toEqual(roles)
})

test('an answer at the end is continued if the model accepts that, else a user message asks for it', async () => {
  const messages = [user(), { role: 'assistant', content: 'Once upon ' }]
  expect((await sent('google', messages)).contents.at(-1)).toEqual({
    role: 'user',
    parts: [{ text: 'Continue.' }],
  })
  expect((await sent('anthropic', messages)).messages.at(-1).role).toBe('user')
  upstream.answer(answerWith.json(200, anthropicMessage))
  const older = chatAt(upstream, 'anthropic', 'claude-sonnet-4-5')
  await older.complete({ messages, reasoning_effort: 'high', max_tokens: 4000 })
  expect(older.sent()).toMatchObject({
    messages: [{ role: 'user' }, { role: 'assistant', content: [text('Once upon')] }],
  })
  expect(older.sent().thinking).toBeUndefined()
})

test('answers in a row are one', async () => {
  const rows = [user(), { role: 'assistant', content: 'Let me look.' }, calls(call('a')), result('a')]
  const { contents } = await sent('google', rows)
  expect(contents.map(({ role }: { role: string }) => role)).toEqual(['user', 'model', 'user'])
  expect(contents[1].parts).toMatchObject([{ text: 'Let me look.' }, { functionCall: { name: 'f' } }])
})

type Block = { type: string; id?: string; tool_use_id?: string; content?: string }
const blocksOf = (messages: { content: Block[] }[]) => messages.flatMap(({ content }) => content)

test('ids of calls fit, differ, and are those of their results', async () => {
  const ids = ['functions.bash:0', 'functions_bash_0', 'call|1', 'é', 'x'.repeat(80), '']
  const history = [user(), calls(...ids.map((id) => call(id))), ...ids.map((id) => result(id, `of ${id}`))]
  const { messages } = await sent('anthropic', [...history, ...history])
  const blocks = blocksOf(messages)
  const used = blocks.flatMap(({ id }) => id ?? [])
  expect(new Set(used).size).toBe(2 * ids.length)
  for (const id of used) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
  const results = blocks.filter(({ type }) => type === 'tool_result')
  expect(results.map(({ tool_use_id }) => tool_use_id)).toEqual(used)
  expect(results.map(({ content }) => content)).toEqual([...ids, ...ids].map((id) => `of ${id}`))
  expect(used[1]).toBe('functions_bash_0')
})

test('each call has one result, right after it', async () => {
  const { messages } = await sent('anthropic', [
    user(),
    calls(call('a'), call('b'), call('c')),
    user('Wait.'),
    result('b', ''),
    result('a', 'late'),
    result('a', 'twice'),
    result('z', [text('lost'), PNG]),
    { role: 'function', name: 'old', content: 'legacy' },
  ])
  expect(messages[2].content).toMatchObject([
    { type: 'tool_result', content: 'late' },
    { type: 'tool_result', content: 'No output.' },
    { type: 'tool_result', content: 'No result.' },
    text('Wait.'),
    text('Result of the tool call a:'),
    text('twice'),
    text('Result of the tool call z:'),
    text('lost'),
    { type: 'image' },
    text('Result of the tool call old:'),
    text('legacy'),
  ])
})

test('halves of characters are replaced, wherever they are', async () => {
  const half = '\ud83d'
  await sent(
    'anthropic',
    [user(`a${half}b \\ud83d \u{1f600}`), calls(call('a', 'f')), result('a', `${half}${half}`)],
    {
      tools: [{ type: 'function', function: { name: 'f', description: half, parameters: { title: half } } }],
    },
  )
  const body = upstream.requests.at(-1)?.body ?? ''
  expect(body.isWellFormed() && !/(?<!\\)\\ud/.test(body)).toBe(true)
  const { messages, tools } = JSON.parse(body)
  expect(messages[0].content[0].text).toBe('a\ufffdb \\ud83d \u{1f600}')
  expect(messages[2].content[0].content).toBe('\ufffd\ufffd')
  expect(tools[0]).toMatchObject({ description: '\ufffd', input_schema: { title: '\ufffd' } })
})

test.each([
  ['image/jpg', '/9j/4AAQSkZJRgABAQ==', 'image/jpeg'],
  ['image/png', '/9j/4AAQSkZJRgABAQ==', 'image/jpeg'],
  ['application/octet-stream', '/9j/4AAQSkZJRgABAQ==', 'image/jpeg'],
  ['image/jpg', 'AAAA', 'image/jpeg'],
])('a picture named %s is sent as what its bytes are', async (label, data, media_type) => {
  const url = `data:${label};base64,${data.slice(0, 4)}\n${data.slice(4).replaceAll('=', '')}`
  const { messages } = await sent('anthropic', [user([{ type: 'image_url', image_url: { url } }])])
  expect(messages[0].content[0].source).toEqual({ type: 'base64', media_type, data })
})

const LONG = `mcp__plugin_${'a-long-server-name_'.repeat(4)}`
const NAMES = [`${LONG}read`, `${LONG}write`, 'admin.tools/list', 'admin_tools_list', '3d', 'файл', 'f']

test.each(['anthropic', 'google'] as const)(
  'tools of %s have names that it takes, and their own in answers',
  async (sdk) => {
    const tools = [...NAMES, 'f'].map((name) => ({ type: 'function', function: { name } }))
    const choice = { type: 'function', function: { name: NAMES[0] } }
    const body = await sent(sdk, [user(), calls(call('a', NAMES[2])), result('a')], {
      tools,
      tool_choice: choice,
    })
    const declared: string[] = (body.tools[0].functionDeclarations ?? body.tools).map(
      ({ name }: { name: string }) => name,
    )
    expect(new Set(declared).size).toBe(NAMES.length)
    for (const name of declared) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/)
    expect(JSON.stringify(body)).not.toContain(NAMES[2])
    expect(body.tool_choice?.name ?? body.toolConfig.functionCallingConfig.allowedFunctionNames[0]).toBe(
      declared[0],
    )
    const called = {
      anthropic: {
        ...anthropicMessage,
        content: [{ type: 'tool_use', id: 't', name: declared[2], input: {} }],
      },
      google: googleAnswer([{ functionCall: { name: declared[2], args: {} } }]),
    }
    upstream.answer(answerWith.json(200, called[sdk]))
    const answer = await vendorChatAt(upstream, sdk).complete({ tools })
    expect(answer.choices[0].message.tool_calls[0].function.name).toBe(NAMES[2])
  },
)

test('stops of blanks are for Google alone', async () => {
  expect((await sent('anthropic', [user()], { stop: ['\n\n', 'END', ''] })).stop_sequences).toEqual(['END'])
  expect((await sent('anthropic', [user()], { stop: '\n' })).stop_sequences).toBeUndefined()
  const { generationConfig } = await sent('google', [user()], { stop: ['\n\n', ''] })
  expect(generationConfig.stopSequences).toEqual(['\n\n'])
})

test('a call whose signature the client has lost gets it back', async () => {
  const sealed = googleAnswer([
    { functionCall: { id: 'g_1', name: 'f', args: { x: 1 } }, thoughtSignature: 'SEAL' },
  ])
  upstream.answer(answerWith.json(200, sealed))
  await vendorChatAt(upstream, 'google').complete()
  const own = { ...call('g_1'), function: { name: 'f', arguments: '{ "x": 1 }' } }
  const { contents } = await sent('google', [user(), calls(own), result('g_1')])
  expect(contents[1].parts[0].thoughtSignature).toBe('SEAL')
  const other = await sent('google', [user(), calls(call('g_1')), result('g_1')])
  expect(other.contents[1].parts[0].thoughtSignature).toBe('skip_thought_signature_validator')
})

test('a conversation of many small messages is mended at once', async () => {
  const answers = Array.from({ length: 40_000 }, () => ({ role: 'assistant' as const, content: 'a' }))
  const millis = await processorMillis(() => {
    const mended = mendMessages([{ role: 'user', content: 'Go.' }, ...answers], new ToolNames(), {
      name: 'google',
    })
    expect(mended).toHaveLength(2)
  })
  expect(millis).toBeLessThan(2000)
})
