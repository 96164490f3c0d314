import { describe, expect, it } from 'vitest'
import { toFinishReason, toOwnMessage } from './upstream-answer'
import { contentIn } from './usage'

describe('a message of an upstream', () => {
  const thinking = (...texts: string[]) => ({
    type: 'thinking',
    thinking: texts.map((text) => ({ type: 'text', text })),
  })
  const text = (words: string) => ({ type: 'text', text: words })

  it.each([
    [
      { content: 'a', x: 1 },
      { content: 'a', x: 1 },
    ],
    [{ content: null }, { content: null }],
    [{}, {}],
    [
      { content: [text('a'), text('b')], x: 1 },
      { content: 'ab', x: 1 },
    ],
    [
      { content: [thinking('t', 'u'), text('a')] },
      { content: 'a', reasoning_content: 'tu', reasoning: 'tu' },
    ],
    [
      { content: [{ type: 'thinking', thinking: 'plain' }] },
      { content: '', reasoning_content: 'plain', reasoning: 'plain' },
    ],
    [{ reasoning_content: 'a' }, { reasoning_content: 'a', reasoning: 'a' }],
    [
      { reasoning: 'a', reasoning_content: null },
      { reasoning: 'a', reasoning_content: 'a' },
    ],
    [
      { reasoning: 'a', reasoning_content: 'b' },
      { reasoning: 'a', reasoning_content: 'b' },
    ],
    [{ reasoning: { effort: 'low' } }, { reasoning: { effort: 'low' } }],
    [{ content: [null, 5, { type: 'reference', reference_ids: [1] }, text('a')] }, { content: 'a' }],
  ])('%j is told as %j', (said, told) => {
    expect(toOwnMessage<Record<string, unknown>>(said)).toEqual(told)
  })
})

describe('to finish reason', () => {
  it.each([
    ['STOP', 'stop'],
    ['max_tokens', 'length'],
    ['function_call', 'tool_calls'],
    ['SAFETY', 'content_filter'],
    ['eos', 'stop'],
    ['constructor', 'stop'],
    ['__proto__', 'stop'],
  ])('%s is told as %s', (reason, told) => {
    expect(toFinishReason(reason)).toBe(told)
  })
})

describe('content in', () => {
  it.each([
    ['text', { content: 'a', reasoning: 'b' }, 'ab'],
    [
      'arguments of calls',
      { tool_calls: [{ function: { name: 'f', arguments: '{"content":"x"}' } }] },
      '{\\"content\\":\\"x\\"}',
    ],
    ['quotes', { content: 'say \\"hi"' }, 'say \\\\\\"hi\\"'],
    [
      'parts',
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'a' }] },
          { type: 'text', text: 'b' },
        ],
      },
      'ab',
    ],
    ['a thought once, under two names', { reasoning: 'a', reasoning_content: 'a' }, 'a'],
    ['what a custom tool is given', { tool_calls: [{ custom: { name: 'f', input: 'a' } }] }, 'a'],
    ['words once, where they are told twice', { reasoning: 'a', reasoning_details: [{ text: 'a' }] }, 'a'],
    ['sound', { audio: { id: 'x', transcript: 'a' } }, 'a'],
    ['sound without words', { audio: { data: 'AAAA' } }, ' '],
    ['pictures', { content: '', images: [{ image_url: { url: 'data:image/png;base64,AAAA' } }] }, ' '],
    ['nothing', { role: 'assistant', content: '', images: [] }, ''],
  ])('%s are found', (_what, delta, content) => {
    expect(contentIn(JSON.stringify([{ index: 0, delta }]))).toBe(content)
  })
})
