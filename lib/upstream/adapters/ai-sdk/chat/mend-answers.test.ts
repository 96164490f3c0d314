import { describe, expect, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { anthropicEvent, anthropicMessage, googleAnswer, googleEvent } from '../testing/chat-answers'
import { mergeDeltas, vendorChatAt } from '../testing/chat-at'

const upstream = await openUpstream()
const claude = vendorChatAt(upstream, 'anthropic')
const gemini = vendorChatAt(upstream, 'google')

const event = anthropicEvent
const start = (usage?: object) =>
  event('message_start', { message: { id: 'm', type: 'message', content: [], usage } })
const begin = (index: number, content_block: object) => event('content_block_start', { index, content_block })
const add = (index: number, delta: object) => event('content_block_delta', { index, delta })
const stop = (index: number) => event('content_block_stop', { index })
const words = (index: number, text = 'hello') =>
  begin(index, { type: 'text', text: '' }) + add(index, { type: 'text_delta', text }) + stop(index)
const close = (usage?: object, stop_reason: string | null = 'end_turn') =>
  event('message_delta', { delta: { stop_reason }, usage })
const head = start({ input_tokens: 11, output_tokens: 0 })
const end = close({ output_tokens: 7 })
const over = event('message_stop')
const tool = (id: string, input: unknown = {}) => ({ type: 'tool_use', id, name: 'f', input })

type Events = Awaited<ReturnType<typeof claude.stream>>['events']
const usageOf = (events: Events) => events.findLast((one) => one.usage)?.usage
const reasonOf = (events: Events) => events.flatMap((one) => one.choices?.[0]?.finish_reason ?? []).at(-1)

describe('a stream of Claude', () => {
  test.each<[string, string[]]>([
    ['as it should be', [head, words(0), end, over]],
    ['an unknown event', [head, event('billing_note', { x: 1 }), words(0), end, over]],
    [
      'an unknown block',
      [
        head,
        begin(0, { type: 'novelty' }),
        add(0, { type: 'text_delta', text: 'no' }),
        stop(0),
        words(1),
        end,
        over,
      ],
    ],
    [
      'an unknown delta',
      [
        head,
        begin(0, { type: 'text' }),
        add(0, { type: 'new_delta' }),
        add(0, { type: 'text_delta', text: 'hello' }),
        stop(0),
        end,
        over,
      ],
    ],
    [
      'words at the start of a block',
      [
        head,
        begin(0, { type: 'text', text: 'hel' }),
        add(0, { type: 'text_delta', text: 'lo' }),
        stop(0),
        end,
        over,
      ],
    ],
    ['no start of a block', [head, add(0, { type: 'text_delta', text: 'hello' }), end, over]],
    [
      'no stop of a block',
      [head, begin(0, { type: 'text', text: '' }), add(0, { type: 'text_delta', text: 'hello' }), end, over],
    ],
    ['message_start twice', [head, head, words(0), end, over]],
    ['no usage at first', [start(), words(0), close({ input_tokens: 11, output_tokens: 7 }), over]],
    [
      'no prompt at first',
      [start({ input_tokens: 0 }), words(0), close({ input_tokens: 11, output_tokens: 7 }), over],
    ],
    ['no prompt at last', [head, words(0), close({ input_tokens: 0, output_tokens: 7 }), over]],
    ['counts as text', [start({ input_tokens: '11' }), words(0), close({ output_tokens: '7' }), over]],
    ['a second message_delta', [head, words(0), end, close({ output_tokens: 7 }, null), over]],
    [
      'an iteration of a new kind',
      [head, words(0), close({ output_tokens: 7, iterations: [{ type: 'new' }] }), over],
    ],
    [
      'a note of new fields',
      [
        head,
        words(0),
        event('message_delta', {
          delta: { stop_reason: 'end_turn', stop_details: 1, container: 1 },
          usage: { output_tokens: 7 },
          context_management: 1,
        }),
        over,
      ],
    ],
    ['no stop_reason', [head, words(0), close({ output_tokens: 7 }, null), over]],
    ['no message_stop', [head, words(0), end]],
    ['no last blank line', [head, words(0), end, over.trimEnd()]],
    [
      '[DONE], comments and pings',
      ['\uFEFF: hi\n\n', head, event('ping'), 'data:\n\n', words(0), end, over, 'data: [DONE]\n\n'],
    ],
    [
      'no blank lines',
      [
        [head, words(0), end, over]
          .join('')
          .replaceAll(/event: .*\n/g, '')
          .replaceAll('\n\n', '\n'),
      ],
    ],
    ['junk between its events', [head, 'junk\n', words(0), 'more: junk\n\n', end, over]],
    [
      'JSON in place of events',
      [
        JSON.stringify(
          {
            ...anthropicMessage,
            content: [{ type: 'text', text: 'hello' }],
            usage: { input_tokens: 11, output_tokens: 7 },
          },
          null,
          2,
        ),
      ],
    ],
    ['line feeds with returns', [[head, words(0), end, over].join('').replaceAll('\n', '\r\n')]],
  ])('with %s is whole', async (_, events) => {
    upstream.answer(answerWith.events(...events))
    const { events: told, error } = await claude.stream()
    expect(error).toBeNull()
    expect(mergeDeltas(told).content).toBe('hello')
    expect(reasonOf(told)).toBe('stop')
    expect(told.at(-1)).toBe('[DONE]')
    expect(usageOf(told)).toMatchObject({ prompt_tokens: 11, completion_tokens: 7 })
  })

  test('that breaks after its end is complete, before it is cut off', async () => {
    upstream.answer(answerWith.eventsThenReset(head, words(0), end))
    expect((await claude.stream()).events.at(-1)).toBe('[DONE]')
    upstream.answer(answerWith.eventsThenReset(head, words(0)))
    expect((await claude.stream()).error).toMatchObject({ fault: 'failed' })
  })

  test.each([
    ['the prompt', [start(), words(0), close({ output_tokens: 7 }), over], undefined],
    ['the answer', [head, words(0), close(), over], 0],
  ])('that does not count %s is left to be counted', async (_, events, completion_tokens) => {
    upstream.answer(answerWith.events(...events))
    const { events: told } = await claude.stream()
    expect(told.at(-1)).toBe('[DONE]')
    expect(usageOf(told)?.completion_tokens).toBe(completion_tokens)
  })

  test('has each call once, with its own id and its input', async () => {
    const args = { type: 'input_json_delta', partial_json: { a: 1 } }
    const blocks = [
      begin(0, tool('')),
      stop(0),
      begin(1, tool('t', { b: 2 })),
      stop(1),
      begin(2, tool('t')),
      add(2, args),
      stop(2),
    ]
    upstream.answer(answerWith.events(head, ...blocks, close({ output_tokens: 7 }), over))
    const { events } = await claude.stream()
    expect(mergeDeltas(events).calls.map((one) => one.arguments)).toEqual(['{}', '{"b":2}', '{"a":1}'])
    const ids = events
      .flatMap((one) => one.choices?.[0]?.delta.tool_calls ?? [])
      .flatMap(({ id }) => id ?? [])
    expect([new Set(ids).size, ids.includes('')]).toEqual([3, false])
    expect(reasonOf(events)).toBe('tool_calls')
  })

  test('keeps a seal that comes with its thought', async () => {
    const thought = { type: 'thinking', thinking: 'Hm.', signature: 'SEAL' }
    upstream.answer(answerWith.events(head, begin(0, thought), words(1), end, over))
    const { events } = await claude.stream()
    const details = events.flatMap((one) => one.choices?.[0]?.delta.reasoning_details ?? [])
    expect(details).toMatchObject([{ text: 'Hm.' }, { signature: 'SEAL' }])
  })
})

test.each([
  ['max_length', 'length'],
  ['sensitive', 'content_filter'],
  ['tool_calls', 'tool_calls'],
  ['novelty', 'stop'],
])('the reason %s of a server like Claude is %s', async (stop_reason, finish_reason) => {
  upstream.answer(answerWith.json(200, { ...anthropicMessage, stop_reason }))
  expect((await claude.complete()).choices[0]).toMatchObject({ finish_reason })
})

test.each(['error', 'network_error', 'abort'])('the reason %s is a failure', async (stop_reason) => {
  upstream.answer(answerWith.json(200, { ...anthropicMessage, stop_reason }))
  await expect(claude.complete()).rejects.toMatchObject({ fault: 'failed' })
  upstream.answer(answerWith.events(head, words(0), close({ output_tokens: 7 }, stop_reason), over))
  expect((await claude.stream()).error).toMatchObject({ fault: 'failed' })
})

describe('a whole answer of Claude', () => {
  const whole = (more: object) => ({
    ...anthropicMessage,
    content: [{ type: 'text', text: 'hello' }],
    usage: { input_tokens: 11, output_tokens: 7 },
    ...more,
  })

  test.each([
    ['as it should be', {}],
    ['an unknown block', { content: [{ type: 'novelty' }, { type: 'text', text: 'hello' }] }],
    [
      'a thought without a seal',
      {
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'hello' },
        ],
      },
    ],
    ['no type', { type: undefined }],
    ['no stop_reason', { stop_reason: undefined }],
    ['counts as text', { usage: { input_tokens: '11', output_tokens: '7', cache_read_input_tokens: null } }],
    ['fields of new kinds', { container: 1, context_management: [], stop_details: 'x', service_tier: null }],
  ])('with %s is read', async (_, more) => {
    upstream.answer(answerWith.text(200, 'text/plain', `\uFEFF${JSON.stringify(whole(more))}`))
    const { choices, usage } = await claude.complete()
    expect(choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'hello' } })
    expect(usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 7 })
  })

  test('without usage is left to be counted', async () => {
    upstream.answer(answerWith.json(200, whole({ usage: undefined })))
    expect((await claude.complete()).usage).toBeUndefined()
  })

  test('has JSON inputs, whatever came', async () => {
    upstream.answer(
      answerWith.json(
        200,
        whole({
          content: [tool('a', '{"x":1}'), tool('b', null), tool('b', { y: 2 })],
          stop_reason: 'end_turn',
        }),
      ),
    )
    const { finish_reason, message } = (await claude.complete()).choices[0]
    const calls: { id: string; function: { arguments: string } }[] = message.tool_calls
    expect(calls.map((one) => one.function.arguments)).toEqual(['{"x":1}', '{}', '{"y":2}'])
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3)
    expect(finish_reason).toBe('tool_calls')
  })
})

const said = (parts: object[], more: object = {}) => ({
  ...googleAnswer(parts, more),
  usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7 },
})
const hello = said([{ text: 'hello' }])
const part = (text: string, finishReason?: string) => googleEvent(said([{ text }], { finishReason }))

describe('an answer of Gemini', () => {
  test.each<[string, string[]]>([
    ['as it should be', [googleEvent(hello)]],
    ['a reason before its words', [googleEvent(said([])), part('hello')]],
    ['a reason in each part', [part('hel', 'STOP'), part('lo', 'STOP')]],
    [
      'counts as text',
      [
        googleEvent({
          ...hello,
          usageMetadata: { promptTokenCount: '11', candidatesTokenCount: '7', promptTokensDetails: [{}] },
        }),
      ],
    ],
    [
      'pages without an address',
      [googleEvent(said([{ text: 'hello' }], { groundingMetadata: { groundingChunks: [{ web: {} }] } }))],
    ],
    [
      'ratings and parts of new kinds',
      [
        googleEvent(
          said([{ text: 'hello' }, { novelty: 1 }, { thought: true, thoughtSignature: 's' }], {
            safetyRatings: ['x'],
            urlContextMetadata: 1,
          }),
        ),
      ],
    ],
    [
      'an error after its end',
      [googleEvent(hello), '{\n  "error": {"code": 503, "status": "UNAVAILABLE"}\n}\n'],
    ],
    [
      'a list in place of events',
      [JSON.stringify([said([{ text: 'hel' }], { finishReason: undefined }), said([{ text: 'lo' }])])],
    ],
    ['one object in place of events', [JSON.stringify(hello, null, 1)]],
  ])('with %s is whole', async (_, events) => {
    upstream.answer(answerWith.events(...events))
    const { events: told, error } = await gemini.stream()
    expect(error).toBeNull()
    expect(mergeDeltas(told).content).toBe('hello')
    expect([reasonOf(told), told.at(-1)]).toEqual(['stop', '[DONE]'])
    expect(usageOf(told)).toMatchObject({ prompt_tokens: 11, completion_tokens: 7 })
  })

  test.each([[{}], [undefined], [{ promptTokenCount: 11 }]])(
    'with the usage %o is left to be counted',
    async (usageMetadata) => {
      upstream.answer(answerWith.json(200, { ...hello, usageMetadata }))
      expect((await gemini.complete()).usage).toBeUndefined()
    },
  )

  test('has parallel calls of one id apart', async () => {
    const call = { functionCall: { id: 'c', name: 'f', args: {} } }
    upstream.answer(answerWith.events(googleEvent(said([call, call]))))
    expect(mergeDeltas((await gemini.stream()).events).calls).toHaveLength(2)
  })
})

describe.each(['anthropic', 'google'] as const)('an error of %s under status 200', (sdk) => {
  const chat = vendorChatAt(upstream, sdk)
  test.each([
    [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'failed'],
    [{ type: 'error', error: { type: 'rate_limit_error', message: 'slow' } }, 'rate_limited'],
    [{ type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }, 'failed'],
    [{ type: 'error', error: { type: 'invalid_request_error', message: 'no' } }, 'rejected'],
    [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'quota' } }, 'rate_limited'],
    [[{ error: { code: 503, status: 'UNAVAILABLE', message: 'overloaded' } }], 'failed'],
    [{ error: 'boom' }, 'failed'],
    [{ message: 'slow down', code: 429 }, 'rate_limited'],
  ])('%j is one', async (body, fault) => {
    upstream.answer(answerWith.json(200, body))
    await expect(chat.complete()).rejects.toMatchObject({ fault })
    await expect(chat.open()).rejects.toMatchObject({ fault })
  })
})
