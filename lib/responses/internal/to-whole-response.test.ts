import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer } from '@/lib/chat/read-answer'
import {
  type ReadEvent,
  readEvents,
  translated,
  wholeAnswer,
  wholeStream,
} from '@/lib/chat/testing/chat-stream'
import { ResponseReply, ResponsesRequest } from '../schema'
import { ResponseStream } from './response-stream'
import { toWholeResponse } from './to-whole-response'

const request = ResponsesRequest.parse({
  input: 'Hi',
  tools: [
    { type: 'function', name: 'look', parameters: { type: 'object' } },
    { type: 'custom', name: 'apply_patch' },
  ],
})
const stream = (pieces: Parameters<typeof translated>[0]) =>
  readEvents(translated(pieces, new ResponseStream(request)))

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
      return [item.type, item.content.map(({ text }) => text).join('')]
    case 'function_call':
      return [item.type, item.arguments]
    case 'custom_tool_call':
      return [item.type, item.input]
  }
}

describe('whatever is said', () => {
  it('is the same in deltas, in the last event, and whole, however it is cut', () => {
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
    fc.assert(
      fc.property(said, cuts, fc.integer({ min: 1, max: 7 }), (one, places, size) => {
        const pieces = (whole: string | null) => whole?.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
        const calls = one.calls.map(({ name, input }) => ({ name, json: JSON.stringify({ input }) }))
        const deltas = [
          role,
          ...pieces(one.thought).map((reasoning_content) => ({ reasoning_content })),
          ...pieces(one.content).map((content) => ({ content })),
          ...pieces(one.refusal).map((refusal) => ({ refusal })),
          ...calls.flatMap(({ name, json }, index) => [
            call(index, named(`call_${index}`, name)),
            ...pieces(json).map((part) => call(index, given(part))),
          ]),
        ]
        const bytes = Buffer.from(wholeStream(deltas).join(''))
        const starts = [0, ...places.map((place) => place % bytes.length).sort((a, b) => a - b)]
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
        const whole = ResponseReply.parse(toWholeResponse(readAnswer(answer), request))
        const last = ResponseReply.parse(events.at(-1)?.response)
        expect(last.output).toEqual(whole.output)
        expect(collect(events)).toEqual(whole.output.map(saidIn))
      }),
    )
  })
})
