import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../../answer'
import {
  brokenEvent,
  chunk,
  KEEP_ALIVE,
  type ReadEvent,
  readEvents,
  translated,
  wholeAnswer,
  wholeStream,
} from '../../../testing/chat-stream'
import { packSummary } from '../items'
import { ResponseReply, ResponsesRequest } from '../schema'
import { styleFor } from '../testing'
import { ResponseStream, toWholeResponse } from './response'

describe('to whole response', () => {
  const request = ResponsesRequest.parse({
    input: 'Hi',
    tools: [
      { type: 'function', name: 'look', parameters: { type: 'object' } },
      { type: 'custom', name: 'apply_patch' },
    ],
  })
  const stream = (parts: Parameters<typeof translated>[0]) =>
    readEvents(translated(parts, new ResponseStream(styleFor(request))))

  const role = { role: 'assistant', content: '' }
  const call = (index: number, fields: object) => ({ tool_calls: [{ index, ...fields }] })
  const named = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: '' } })
  const given = (json: string) => ({ function: { arguments: json } })

  /** Puts the items together again out of the deltas alone. */
  function collect(events: ReadEvent[]): unknown[] {
    const items: { type: string; said: string }[] = []
    for (const event of events) {
      const item = items[Number(event.output_index)]
      if (event.type === 'response.output_item.added') items.push({ type: Object(event.item).type, said: '' })
      else if (item && event.type.endsWith('.delta')) item.said += String(event.delta)
    }
    return items.map(({ type, said }) => [type, said])
  }

  function saidIn(item: ResponseReply['output'][number]): unknown[] {
    switch (item.type) {
      case 'message':
        return [
          item.type,
          item.content.map((part) => (part.type === 'refusal' ? part.refusal : part.text)).join(''),
        ]
      case 'reasoning':
        return [item.type, item.summary.map(({ text }) => text).join('')]
      case 'function_call':
        return [item.type, item.arguments]
      case 'custom_tool_call':
        return [item.type, item.input]
      case 'compaction':
        return [item.type, '']
    }
  }

  describe('any answer', () => {
    it('is the same in deltas, in the last event, and whole, however it is split', async () => {
      const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      const cuts = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 20 })
      const said = fc.record({
        thought: fc.option(text),
        content: fc.option(text),
        refusal: fc.option(text),
        calls: fc.array(fc.record({ name: fc.constantFrom('look', 'apply_patch'), input: text }), {
          maxLength: 3,
        }),
      })
      await fc.assert(
        fc.asyncProperty(said, cuts, fc.integer({ min: 1, max: 7 }), async (one, places, size) => {
          const split = (whole: string | null) => whole?.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
          const calls = one.calls.map(({ name, input }) => ({ name, json: JSON.stringify({ input }) }))
          const deltas = [
            role,
            ...split(one.thought).map((reasoning_content) => ({ reasoning_content })),
            ...split(one.content).map((content) => ({ content })),
            ...split(one.refusal).map((refusal) => ({ refusal })),
            ...calls.flatMap(({ name, json }, index) => [
              call(index, named(`call_${index}`, name)),
              ...split(json).map((part) => call(index, given(part))),
            ]),
          ]
          const bytes = Buffer.from(wholeStream(deltas).join(''))
          const starts = [0, ...places.map((index) => index % bytes.length).sort((a, b) => a - b)]
          const events = stream(
            starts.map((start, at) => bytes.subarray(start, starts[at + 1] ?? bytes.length)),
          )
          const answer = wholeAnswer({
            reasoning_content: one.thought,
            content: one.content,
            refusal: one.refusal,
            tool_calls: calls.map(({ name, json }, at) => ({
              id: `call_${at}`,
              function: { name, arguments: json },
            })),
          })
          const whole = ResponseReply.parse(await toWholeResponse(readAnswer(answer), styleFor(request)))
          const last = ResponseReply.parse(events.at(-1)?.response)
          expect(last.output).toEqual(whole.output)
          expect(collect(events)).toEqual(whole.output.map(saidIn))
        }),
      )
    })
  })
})

describe('response stream', () => {
  const tools = [
    { type: 'function', name: 'look', parameters: { type: 'object' } },
    { type: 'custom', name: 'apply_patch' },
  ]
  const request = (more: object = {}) => ResponsesRequest.parse({ input: 'Hi', tools, ...more })
  const stream = (parts: Parameters<typeof translated>[0], more: object = {}) =>
    readEvents(translated(parts, new ResponseStream(styleFor(request(more)))))

  const role = { role: 'assistant', content: '' }
  const call = (index: number, fields: object) => ({ tool_calls: [{ index, ...fields }] })
  const named = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: '' } })
  const given = (json: string) => ({ function: { arguments: json } })
  const usage = {
    input_tokens: 30,
    input_tokens_details: { cached_tokens: 10, cache_write_tokens: 5 },
    output_tokens: 12,
    output_tokens_details: { reasoning_tokens: 4 },
    total_tokens: 42,
    cost: 0.000054,
  }

  /** An event without what every event has: its place in the stream and whose it is. */
  const told = ({ sequence_number: _, item_id: _id, ...event }: ReadEvent) => event

  describe('a stream', () => {
    it('of text has the vendor’s events, in order and numbered', () => {
      const events = stream(wholeStream([role, { content: 'Hel' }, { content: 'lo 🌍' }]))
      expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
      const text = (words: string) => ({ type: 'output_text', text: words, annotations: [], logprobs: [] })
      const item = { id: 'msg_01abc0', type: 'message', role: 'assistant' }
      const at = { output_index: 0, content_index: 0 }
      expect(events.slice(2, -1).map(told)).toEqual([
        {
          type: 'response.output_item.added',
          output_index: 0,
          item: { ...item, status: 'in_progress', content: [] },
        },
        { type: 'response.content_part.added', ...at, part: text('') },
        { type: 'response.output_text.delta', ...at, delta: 'Hel', logprobs: [] },
        { type: 'response.output_text.delta', ...at, delta: 'lo 🌍', logprobs: [] },
        { type: 'response.output_text.done', ...at, text: 'Hello 🌍', logprobs: [] },
        { type: 'response.content_part.done', ...at, part: text('Hello 🌍') },
        {
          type: 'response.output_item.done',
          output_index: 0,
          item: { ...item, status: 'completed', content: [text('Hello 🌍')] },
        },
      ])
      const [created, started, ended] = [events[0], events[1], events.at(-1)]
      expect([created?.type, started?.type, ended?.type]).toEqual([
        'response.created',
        'response.in_progress',
        'response.completed',
      ])
      expect(ResponseReply.parse(created?.response)).toMatchObject({
        status: 'in_progress',
        output: [],
        usage: null,
      })
      expect(ResponseReply.parse(ended?.response)).toMatchObject({
        id: 'resp_01abc',
        created_at: 1_790_000_000,
        completed_at: expect.any(Number),
        status: 'completed',
        model: 'acme/large',
        output: [{ ...item, content: [text('Hello 🌍')] }],
        error: null,
        incomplete_details: null,
        usage,
        tools,
        store: false,
      })
    })

    it('of a thought and two calls has an item for each', () => {
      const seal = { type: 'reasoning.text', signature: 'sealed', format: 'anthropic-claude-v1' }
      const events = stream(
        wholeStream(
          [
            { reasoning_content: 'Hm' },
            { reasoning_details: [seal] },
            call(0, named('call_a', 'look')),
            call(0, given('{"at":')),
            call(0, given('"it"}')),
            call(1, named('call_b', 'look')),
            call(1, given('{}')),
          ],
          'tool_calls',
        ),
        { include: ['reasoning.encrypted_content'] },
      )
      expect(events.map(({ type, output_index: index }) => [type.slice('response.'.length), index])).toEqual([
        ['created', undefined],
        ['in_progress', undefined],
        ['output_item.added', 0],
        ['reasoning_summary_part.added', 0],
        ['reasoning_summary_text.delta', 0],
        ['reasoning_summary_text.done', 0],
        ['reasoning_summary_part.done', 0],
        ['output_item.done', 0],
        ['output_item.added', 1],
        ['function_call_arguments.delta', 1],
        ['function_call_arguments.delta', 1],
        ['function_call_arguments.done', 1],
        ['output_item.done', 1],
        ['output_item.added', 2],
        ['function_call_arguments.delta', 2],
        ['function_call_arguments.done', 2],
        ['output_item.done', 2],
        ['completed', undefined],
      ])
      expect(ResponseReply.parse(events.at(-1)?.response).output).toMatchObject([
        {
          type: 'reasoning',
          summary: [{ type: 'summary_text', text: 'Hm' }],
          encrypted_content: expect.any(String),
        },
        {
          type: 'function_call',
          call_id: 'call_a',
          name: 'look',
          arguments: '{"at":"it"}',
          status: 'completed',
        },
        { type: 'function_call', call_id: 'call_b', name: 'look', arguments: '{}' },
      ])
    })

    it('of a summary is one item that only this gateway can read', async () => {
      const style = { ...styleFor(request()), compacts: true }
      const deltas = [{ reasoning: 'Hm' }, { content: 'All ' }, { content: 'done.' }]
      const events = readEvents(translated(wholeStream(deltas), new ResponseStream(style)))
      expect(events.slice(2, -1).map(({ type }) => type)).toEqual([
        'response.output_item.added',
        'response.output_item.done',
      ])
      const item = { type: 'compaction', encrypted_content: packSummary('All done.'), status: 'completed' }
      expect(events.at(-2)).toMatchObject({ item })
      expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: { output: [item] } })
    })

    it('unwraps the call of a tool that takes free text', () => {
      const json = JSON.stringify({ input: '*** Begin\n"x"' })
      const events = stream(
        wholeStream([call(0, named('a', 'apply_patch')), call(0, given(json))], 'tool_calls'),
      )
      expect(events.slice(3, 6).map(told)).toMatchObject([
        { type: 'response.custom_tool_call_input.delta', delta: '*** Begin\n"x"' },
        { type: 'response.custom_tool_call_input.done', input: '*** Begin\n"x"' },
        { type: 'response.output_item.done', item: { type: 'custom_tool_call', call_id: 'a' } },
      ])
    })

    it.each([
      ['{}', ''],
      ['ls -l', 'ls -l'],
      ['"ls"', 'ls'],
      ['{"code":"ls"}', 'ls'],
      ['{"a":"b","c":"d"}', '{"a":"b","c":"d"}'],
    ])('takes %s for the text %j where the wrapping is another', (json, input) => {
      const deltas = [call(0, named('a', 'apply_patch')), call(0, given(json))]
      expect(stream(wholeStream(deltas, 'tool_calls')).at(-1)).toMatchObject({
        response: { output: [{ input }] },
      })
    })

    it.each([
      ['length', 'max_output_tokens'],
      ['content_filter', 'content_filter'],
    ])('cut short by %s is incomplete', (finish, reason) => {
      const last = stream(wholeStream([{ content: 'Hal' }], finish)).at(-1)
      expect(last).toMatchObject({
        type: 'response.incomplete',
        response: {
          status: 'incomplete',
          incomplete_details: { reason },
          output: [{ status: 'incomplete' }],
          usage: { output_tokens: 12 },
        },
      })
    })

    it('fills silence with comments', () => {
      expect(translated([chunk(role), KEEP_ALIVE], new ResponseStream(styleFor(request())))).toMatch(
        /: keep-alive\n\n$/,
      )
    })

    it('that breaks off ends with an error and a failed response', () => {
      const events = stream([chunk({ content: 'Hi' }), brokenEvent, ...wholeStream([])])
      const message = 'The upstream failed to answer this request.'
      expect(events.slice(-2)).toMatchObject([
        { type: 'error', code: 'server_error', message, param: null },
        {
          type: 'response.failed',
          response: { status: 'failed', error: { code: 'server_error', message }, usage: null },
        },
      ])
    })

    it('fails on parts of a call that has ended', () => {
      const done = [call(0, named('a', 'look')), call(0, given('{}'))]
      const deltas = [...done, { content: 'y' }, call(0, given('{}'))]
      expect(stream(wholeStream(deltas)).at(-1)?.type).toBe('response.failed')
    })

    it('of interleaved calls, or calls without arguments, has an item for each', () => {
      const starts = ['a', 'b', 'c'].map((id, index) => call(index, named(id, 'look')))
      const pieces = [call(1, given('{"at":')), call(0, given('{"at":1}')), call(1, given('2}'))]
      const events = stream(wholeStream([...starts, ...pieces], 'tool_calls'))
      const called = ['{"at":1}', '{"at":2}', '{}'].map((given) => ({
        arguments: given,
        status: 'completed',
      }))
      expect(events.at(-1)).toMatchObject({ response: { output: called } })
      const done = events.filter(({ type }) => type === 'response.function_call_arguments.done')
      expect(done).toMatchObject(called.map(({ arguments: given }) => ({ arguments: given })))
    })
  })
})
