import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlainRequest } from './is-plain-request'
import { ChatRequest } from './schema'

const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    -1,
    0,
    1,
    2,
    2.5,
    256,
    10_000_000,
    10_000_001,
    Number.POSITIVE_INFINITY,
    '',
    'x'.repeat(257),
    null,
  ),
)
const message = fc.record(
  {
    role: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool', 'function'),
      },
      { weight: 1, arbitrary: anything },
    ),
    content: fc.oneof({ weight: 9, arbitrary: fc.string() }, { weight: 1, arbitrary: anything }),
  },
  { requiredKeys: [] },
)
const number = fc.oneof(fc.double({ min: -1, max: 3 }), fc.integer({ min: -1, max: 10_000_002 }), anything)
const request = fc.record(
  {
    model: fc.oneof(fc.string({ maxLength: 300 }), anything),
    messages: fc.oneof(
      { weight: 9, arbitrary: fc.array(message, { maxLength: 3 }) },
      { weight: 1, arbitrary: anything },
    ),
    stream: fc.oneof(fc.boolean(), anything),
    stream_options: fc.oneof(fc.record({ include_usage: fc.boolean() }, { requiredKeys: [] }), anything),
    temperature: number,
    top_p: number,
    max_tokens: number,
    max_completion_tokens: number,
  },
  { requiredKeys: [] },
)

describe('a plain request', () => {
  it('is one that its schema gives back as it is', () => {
    fc.assert(
      fc.property(fc.oneof(request, anything), (body) => {
        if (isPlainRequest(body)) expect(ChatRequest.parse(body)).toEqual(body)
      }),
      { numRuns: 3000 },
    )
  })

  it('is a conversation in words', () => {
    const messages = ['system', 'user', 'assistant', 'developer'].map((role) => ({ role, content: 'Hello' }))
    const common = { model: 'acme/large', stream: true, stream_options: { include_usage: true } }
    const numbers = { temperature: 0.7, top_p: 1, max_tokens: 256, max_completion_tokens: 256 }
    expect(isPlainRequest({ ...common, ...numbers, messages })).toBe(true)
  })

  it.each([
    ['a field that it does not know', { seed: 1 }],
    ['a name from elsewhere', JSON.parse('{"__proto__":1}')],
    ['a message with more to it', { messages: [{ role: 'user', content: 'Hello', name: 'Ada' }] }],
    ['a picture', { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] }],
    ['a number out of its bounds', { temperature: 2.1 }],
  ])('is none with %s', (_what, fields) => {
    expect(isPlainRequest({ messages: [{ role: 'user', content: 'Hello' }], ...fields })).toBe(false)
  })
})
