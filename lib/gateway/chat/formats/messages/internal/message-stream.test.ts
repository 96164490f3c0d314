import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../../answer'
import {
  brokenEvent,
  chunk,
  KEEP_ALIVE,
  readEvents,
  translated,
  wholeAnswer,
  wholeStream,
} from '../../../testing/chat-stream'
import { MessageReply } from '../schema'
import { toMessageReply } from './message-reply'
import { MessageStream } from './message-stream'

const style = { showsThoughts: true, stopSequences: ['END'], requestId: 'req_1' }
const stream = (parts: Parameters<typeof translated>[0], more: Partial<typeof style> = {}) =>
  readEvents(translated(parts, new MessageStream({ ...style, ...more })))

const role = { role: 'assistant', content: '' }
const call = (index: number, fields: object) => ({ tool_calls: [{ index, ...fields }] })
const named = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: '' } })
const given = (json: string) => ({ function: { arguments: json } })
const message_usage = {
  input_tokens: 15,
  cache_creation_input_tokens: 5,
  cache_read_input_tokens: 10,
  cache_creation: { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 0 },
  output_tokens: 12,
  server_tool_use: null,
  cost: 0.000054,
}

describe('a stream', () => {
  it('of text has the vendor’s events, in order', () => {
    expect(stream(wholeStream([role, { content: 'Hel' }, { content: 'lo 🌍' }]))).toEqual([
      {
        type: 'message_start',
        message: {
          id: 'msg_01abc',
          type: 'message',
          role: 'assistant',
          model: 'acme/large',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: {
            input_tokens: 15,
            cache_creation_input_tokens: 5,
            cache_read_input_tokens: 10,
            cache_creation: { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 0 },
            output_tokens: 0,
            server_tool_use: null,
          },
        },
      },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'text', text: '' },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'lo 🌍' } },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: message_usage,
      },
      { type: 'message_stop' },
    ])
  })

  it('of a thought, text and two calls has a block for each', () => {
    const signature = { type: 'reasoning.text', signature: 'sealed', format: 'anthropic-claude-v1' }
    const events = stream(
      wholeStream(
        [
          role,
          { reasoning_content: 'Hm' },
          { reasoning_details: [signature] },
          { content: 'I look.' },
          call(0, named('call_a', 'get_weather')),
          call(0, given('{"city":')),
          call(0, given('"Paris"}')),
          call(1, named('call_b', 'get_time')),
          call(1, given('{}')),
        ],
        'tool_calls',
      ),
    )
    const told = events
      .slice(1, -2)
      .map((event) => [event.type, event.index, event.content_block ?? event.delta])
    expect(told).toEqual([
      ['content_block_start', 0, { type: 'thinking', thinking: '', signature: '' }],
      ['content_block_delta', 0, { type: 'thinking_delta', thinking: 'Hm' }],
      ['content_block_delta', 0, { type: 'signature_delta', signature: 'sealed' }],
      ['content_block_stop', 0, undefined],
      ['content_block_start', 1, { type: 'text', text: '' }],
      ['content_block_delta', 1, { type: 'text_delta', text: 'I look.' }],
      ['content_block_stop', 1, undefined],
      ['content_block_start', 2, { type: 'tool_use', id: 'call_a', name: 'get_weather', input: {} }],
      ['content_block_delta', 2, { type: 'input_json_delta', partial_json: '{"city":' }],
      ['content_block_delta', 2, { type: 'input_json_delta', partial_json: '"Paris"}' }],
      ['content_block_stop', 2, undefined],
      ['content_block_start', 3, { type: 'tool_use', id: 'call_b', name: 'get_time', input: {} }],
      ['content_block_delta', 3, { type: 'input_json_delta', partial_json: '{}' }],
      ['content_block_stop', 3, undefined],
    ])
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' } })
  })

  it('separates calls that an upstream gives the same index', () => {
    const events = stream(
      wholeStream([
        call(0, named('a', 'one')),
        call(0, given('{}')),
        call(0, named('b', 'two')),
        call(0, given('{}')),
      ]),
    )
    const blocks = events.filter(({ type }) => type === 'content_block_start')
    expect(blocks.map((event) => event.content_block)).toMatchObject([{ id: 'a' }, { id: 'b' }])
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' } })
  })

  it('omits thoughts that were not requested', () => {
    const events = stream(wholeStream([{ reasoning: 'secret' }, { content: 'Hi' }]), { showsThoughts: false })
    expect(JSON.stringify(events)).not.toContain('secret')
    expect(events[1]).toMatchObject({ index: 0, content_block: { type: 'text' } })
  })

  it('pings while the upstream is silent', () => {
    expect(stream([chunk(role), KEEP_ALIVE]).at(-1)).toEqual({ type: 'ping' })
  })

  it('that breaks off ends with an error and no stop', () => {
    const events = stream([chunk({ content: 'Hi' }), brokenEvent, ...wholeStream([])])
    expect(events.at(-1)).toEqual({
      type: 'error',
      error: { type: 'api_error', message: 'The upstream failed to answer this request.' },
      request_id: 'req_1',
    })
    expect(events.map(({ type }) => type)).not.toContain('message_stop')
  })

  it.each([
    [
      'pieces of a call that is over',
      [call(0, named('a', 'x')), call(0, given('{}')), { content: 'y' }, call(0, given('{}'))],
    ],
    ['a part of no call at all', [call(0, given('{}'))]],
  ])('with %s is broken', (_case, deltas) => {
    expect(stream(wholeStream(deltas)).at(-1)).toMatchObject({ type: 'error', error: { type: 'api_error' } })
  })

  it('of interleaved calls has one complete block after another', () => {
    const deltas = [
      call(0, named('a', 'look')),
      call(1, named('b', 'look')),
      call(0, given('{"at":')),
      call(1, given('{"at":')),
      call(0, given('1}')),
      call(1, given('2}')),
    ]
    const events = stream(wholeStream(deltas, 'tool_calls')).slice(1, -2)
    expect(events.map(({ type, index }) => `${index} ${type}`)).toEqual(
      [0, 1].flatMap((index) =>
        ['start', 'delta', 'delta', 'stop'].map((what) => `${index} content_block_${what}`),
      ),
    )
    expect(events.flatMap(({ delta }) => delta ?? [])).toMatchObject(
      ['{"at":', '1}', '{"at":', '2}'].map((partial_json) => ({ partial_json })),
    )
  })
})

describe('the end', () => {
  it.each([
    ['stop', {}, { stop_reason: 'end_turn', stop_sequence: null }],
    ['length', {}, { stop_reason: 'max_tokens', stop_sequence: null }],
    ['content_filter', {}, { stop_reason: 'refusal', stop_sequence: null }],
    ['stop', { stop_reason: 'END' }, { stop_reason: 'stop_sequence', stop_sequence: 'END' }],
    ['stop', { matched_stop: 'END' }, { stop_reason: 'stop_sequence', stop_sequence: 'END' }],
    ['stop', { stop_reason: 128_009 }, { stop_reason: 'end_turn', stop_sequence: null }],
    ['stop', { stop_reason: '<|eot|>' }, { stop_reason: 'end_turn', stop_sequence: null }],
  ])('%s with %j is %j', (finish, more, expected) => {
    const streamed = stream(wholeStream([{ content: 'x' }], finish, more))
    expect(streamed.at(-2)).toMatchObject({ delta: expected })
    expect(toMessageReply(readAnswer(wholeAnswer({ content: 'x' }, finish, more)), style)).toMatchObject(
      expected,
    )
  })
})

/** Puts a stream together again, as a client does. */
function collect(events: ReturnType<typeof stream>): unknown[] {
  const blocks: Record<string, unknown>[] = []
  const texts: string[] = []
  for (const event of events) {
    const delta = Object(event.delta)
    if (event.type === 'content_block_start') {
      expect(event.index).toBe(blocks.length)
      blocks.push(Object(event.content_block))
      texts.push('')
    } else if (event.type === 'content_block_delta') {
      expect(event.index).toBe(blocks.length - 1)
      texts[blocks.length - 1] += delta.text ?? delta.thinking ?? delta.partial_json ?? ''
    }
  }
  return blocks.map((block, index) => {
    const text = texts[index] ?? ''
    if (block.type === 'tool_use') return { ...block, input: JSON.parse(text || '{}') }
    return block.type === 'text' ? { ...block, text } : { ...block, thinking: text }
  })
}

describe('any answer', () => {
  it('is the same streamed and whole, however it is split', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    const input = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })
    const cuts = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 20 })
    const answer = fc.record({
      thought: fc.option(text),
      content: fc.option(text),
      calls: fc.array(fc.record({ name: fc.stringMatching(/^[a-z]{1,8}$/), input }), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(
        answer,
        cuts,
        fc.integer({ min: 1, max: 7 }),
        ({ thought, content, calls }, places, size) => {
          const split = (whole: string) => whole.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
          const deltas = [
            role,
            ...split(thought ?? '').map((one) => ({ reasoning_content: one })),
            ...split(content ?? '').map((one) => ({ content: one })),
            ...calls.flatMap(({ name, input: value }, index) => [
              call(index, named(`call_${index}`, name)),
              ...split(JSON.stringify(value)).map((json) => call(index, given(json))),
            ]),
          ]
          const bytes = Buffer.from(wholeStream(deltas).join(''))
          const starts = [0, ...places.map((index) => index % bytes.length).sort((a, b) => a - b)]
          const chunks = starts.map((start, at) => bytes.subarray(start, starts[at + 1] ?? bytes.length))
          const whole = wholeAnswer({
            reasoning_content: thought,
            content,
            tool_calls: calls.map(({ name, input: value }, index) => ({
              ...named(`call_${index}`, name),
              function: { name, arguments: JSON.stringify(value) },
            })),
          })
          const reply = MessageReply.parse(toMessageReply(readAnswer(whole), style))
          const streamed = stream(chunks)
          expect(collect(streamed)).toEqual(JSON.parse(JSON.stringify(reply.content)))
          expect(streamed.at(-2)).toMatchObject({
            delta: { stop_reason: reply.stop_reason },
            usage: reply.usage,
          })
        },
      ),
    )
  })
})
