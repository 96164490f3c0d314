import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../../answer'
import { readEvents, translated, wholeAnswer, wholeStream } from '../../../testing/chat-stream'
import { ResponseReply, ResponsesRequest } from '../schema'
import { itemsIn, styleFor } from '../testing'
import { toChatMessages } from './chat-messages'
import { ResponseStream, toWholeResponse } from './response'
import { ToolNames } from './tools'

const format = 'anthropic-claude-v1'
const sealed = { extra_content: { google: { thought_signature: 'CtwF' } } }
const call = (id: string, more: object = {}) => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: '{}' },
  ...more,
})
const asking = (include: string[]) => ResponsesRequest.parse({ model: 'm', input: 'Hi', include })
const withSeals = asking(['reasoning.encrypted_content'])
const without = asking([])

const wholeOf = async (message: object, request: ResponsesRequest) =>
  (await toWholeResponse(readAnswer(wholeAnswer(message, 'tool_calls')), styleFor(request))).output
const streamedOf = (deltas: object[], request: ResponsesRequest) =>
  ResponseReply.parse(
    readEvents(translated(wholeStream(deltas, 'tool_calls'), new ResponseStream(styleFor(request)))).at(-1)
      ?.response,
  ).output
const sentBack = (output: unknown) => {
  const items = itemsIn(ResponsesRequest.parse({ model: 'm', input: output }))
  return toChatMessages(null, items, new ToolNames([]))
}

describe('the seal of a call', () => {
  const said = { content: 'Look.', tool_calls: [call('a', sealed), call('b')] }
  const deltas = [
    { content: 'Look.' },
    { tool_calls: [{ index: 0, ...call('a', sealed) }] },
    { tool_calls: [{ index: 1, ...call('b') }] },
  ]
  const turn = { role: 'assistant', content: 'Look.', tool_calls: [call('a', sealed), call('b')] }

  it('is encrypted reasoning before it, and is sent back with the call', async () => {
    for (const output of [await wholeOf(said, withSeals), streamedOf(deltas, withSeals)]) {
      expect(output.map(({ type }) => type)).toEqual([
        'message',
        'reasoning',
        'function_call',
        'function_call',
      ])
      expect(sentBack(output)).toEqual([turn])
    }
  })

  it('is part of the call if encrypted reasoning was not requested', async () => {
    for (const output of [await wholeOf(said, without), streamedOf(deltas, without)]) {
      expect(output).toMatchObject([{ type: 'message' }, { call_id: 'a', ...sealed }, { call_id: 'b' }])
      expect(output[2]).not.toHaveProperty('extra_content')
      expect(sentBack(output)).toEqual([turn])
    }
  })

  it('shares the item of the thought before it', async () => {
    const output = await wholeOf({ reasoning_content: 'Hm', tool_calls: [call('a', sealed)] }, withSeals)
    expect(output.map(({ type }) => type)).toEqual(['reasoning', 'function_call'])
    expect(sentBack(output)).toMatchObject([{ reasoning_content: 'Hm', tool_calls: [call('a', sealed)] }])
  })
})

describe('the seals of thoughts', () => {
  it('stay with their thoughts', async () => {
    const details = [
      { type: 'reasoning.text', text: 'One.', signature: 's1', format },
      { type: 'reasoning.text', text: 'Two.', signature: 's2', format },
    ]
    const said = { reasoning_content: 'One.Two.', reasoning_details: details, content: 'So' }
    const deltas = details.flatMap((detail) => [
      { reasoning_content: detail.text },
      { reasoning_details: [detail] },
    ])
    for (const output of [
      await wholeOf(said, withSeals),
      streamedOf([...deltas, { content: 'So' }], withSeals),
    ])
      expect(sentBack(output)).toMatchObject([{ content: 'So', reasoning_details: details }])
  })
})

describe('citations', () => {
  it('are annotations of the text, even if they arrive before it', async () => {
    const url_citation = { url: 'https://a.example', title: 'A', start_index: 0, end_index: 2 }
    const annotations = [{ type: 'url_citation', url_citation }]
    const expected = [{ content: [{ text: 'So', annotations: [{ type: 'url_citation', ...url_citation }] }] }]
    expect(await wholeOf({ content: 'So', annotations }, without)).toMatchObject(expected)
    for (const deltas of [
      [{ content: 'So' }, { annotations }],
      [{ annotations }, { content: 'So' }],
    ])
      expect(streamedOf(deltas, without)).toMatchObject(expected)
  })
})
