import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../../answer'
import {
  brokenEvent,
  chunk,
  KEEP_ALIVE,
  translated,
  wholeAnswer,
  wholeStream,
} from '../../../testing/chat-stream'
import { GenerateContentReply, GenerateContentRequest } from '../schema'
import { toChatRequest } from './chat-request'
import { GeminiStream, toGenerateContentReply } from './reply'

const shown = { showsThoughts: true }
const call = (id: string, args: string, more: object = {}) => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: args },
  ...more,
})

const whole = (message: object, finish = 'stop', style = shown) =>
  GenerateContentReply.parse(toGenerateContentReply(readAnswer(wholeAnswer(message, finish)), style))

const events = (text: string): GenerateContentReply[] =>
  text.split('\n\n').flatMap((event) => (event.startsWith('data: ') ? [JSON.parse(event.slice(6))] : []))

const partsOf = (chunks: readonly GenerateContentReply[]) =>
  chunks.flatMap(({ candidates }) => candidates[0]?.content.parts ?? [])

describe('an answer', () => {
  it('has its text, why it ended, and what it used, thoughts apart', () => {
    expect(whole({ content: 'Hi' })).toEqual({
      candidates: [{ content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: {
        promptTokenCount: 30,
        candidatesTokenCount: 8,
        thoughtsTokenCount: 4,
        totalTokenCount: 42,
        cachedContentTokenCount: 10,
        cost: 0.000054,
      },
      modelVersion: 'acme/large',
      responseId: 'chatcmpl_01abc',
    })
  })

  it.each([
    ['length', 'MAX_TOKENS'],
    ['content_filter', 'SAFETY'],
    ['tool_calls', 'STOP'],
  ])('that ended by %s ended by %s', (finish, reason) => {
    expect(whole({ content: 'Hi' }, finish).candidates[0]?.finishReason).toBe(reason)
  })

  it('calls functions with their arguments and signatures', () => {
    const sealed = { extra_content: { google: { thought_signature: 'CtwF' } } }
    const { candidates } = whole({ content: 'So', tool_calls: [call('a', '{"x":1}', sealed), call('b', '')] })
    expect(candidates[0]?.content.parts).toEqual([
      { text: 'So' },
      { functionCall: { id: 'a', name: 'look', args: { x: 1 } }, thoughtSignature: 'CtwF' },
      { functionCall: { id: 'b', name: 'look', args: {} } },
    ])
  })

  it('shows thoughts only where they were requested', () => {
    const message = { content: 'Hi', reasoning_content: 'Hm' }
    expect(whole(message).candidates[0]?.content.parts).toEqual([
      { text: 'Hm', thought: true },
      { text: 'Hi' },
    ])
    expect(whole(message, 'stop', { showsThoughts: false }).candidates[0]?.content.parts).toEqual([
      { text: 'Hi' },
    ])
  })

  it('has the pages that it cites', () => {
    const annotations = [{ type: 'url_citation', url_citation: { url: 'https://a.example', title: 'A' } }]
    expect(whole({ content: 'Hi', annotations }).candidates[0]?.groundingMetadata).toEqual({
      groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }],
    })
  })
})

describe('another vendor’s signature', () => {
  it.each([{ signature: 'sealed' }, { data: 'hidden' }])(
    'goes and comes back with its thought: %j',
    (seal) => {
      const details = [{ type: 'x', format: 'anthropic-claude-v1', text: 'Hm', ...seal }]
      const { candidates } = whole({ content: 'Hi', reasoning_content: 'Hm', reasoning_details: details })
      const parts = candidates[0]?.content.parts ?? []
      expect(parts[0]).toMatchObject({ text: 'Hm', thought: true, thoughtSignature: expect.any(String) })
      const request = GenerateContentRequest.parse({ contents: [{ role: 'model', parts }] })
      const asked = toChatRequest({ model: 'm', request, searches: false, supported: [], isStream: false })
      expect(asked.messages[0]).toMatchObject({
        content: 'Hi',
        reasoning_details: [{ format: 'anthropic-claude-v1', text: 'Hm', ...seal }],
      })
    },
  )
})

describe('a stream', () => {
  it('is chunks of text, and ends with the reason and the usage', () => {
    const chunks = events(
      translated(wholeStream([{ content: 'Hi' }, { content: ' there' }]), new GeminiStream(shown)),
    )
    expect(chunks.map((one) => GenerateContentReply.parse(one))).toHaveLength(3)
    expect(partsOf(chunks)).toEqual([{ text: 'Hi' }, { text: ' there' }, { text: '' }])
    expect(chunks.map(({ candidates }) => candidates[0]?.finishReason)).toEqual([
      undefined,
      undefined,
      'STOP',
    ])
    expect(chunks.at(-1)?.usageMetadata).toMatchObject({ totalTokenCount: 42, cost: 0.000054 })
  })

  it('writes a call when its arguments are complete, parallel ones one after the other', () => {
    const deltas = [
      { tool_calls: [{ index: 0, ...call('a', '{"x"') }] },
      { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] },
      { tool_calls: [{ index: 1, ...call('b', '{}') }] },
    ]
    const chunks = events(translated(wholeStream(deltas, 'tool_calls'), new GeminiStream(shown)))
    expect(partsOf(chunks)).toEqual([
      { functionCall: { id: 'a', name: 'look', args: { x: 1 } } },
      { functionCall: { id: 'b', name: 'look', args: {} } },
    ])
  })

  it('that breaks ends with an error in Google’s form, and is kept alive by comments', () => {
    const text = translated([chunk({ content: 'Hi' }), KEEP_ALIVE, brokenEvent], new GeminiStream(shown))
    expect(text).toContain(': keep-alive\n\n')
    expect(events(text).at(-1)).toEqual({
      error: { code: 502, message: 'The upstream failed to answer this request.', status: 'UNAVAILABLE' },
    })
  })
})
