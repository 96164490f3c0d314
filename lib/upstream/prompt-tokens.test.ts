import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens } from '@/lib/platform/tokens'
import {
  boundPromptTokens,
  countMostPromptTokens,
  countPromptTokens,
  leastTokens,
  mostTokens,
} from './prompt-tokens'

const user = (content: unknown) => ({ role: 'user', content })
const of = (...messages: unknown[]) => countPromptTokens({ messages })

describe('the tokens of a prompt', () => {
  it("counts OpenAI's published example as OpenAI does", () => {
    const example = [
      [
        'system',
        undefined,
        'You are a helpful, pattern-following assistant that translates corporate jargon into plain English.',
      ],
      ['system', 'example_user', 'New synergies will help drive top-line growth.'],
      ['system', 'example_assistant', 'Things working well together will increase revenue.'],
      [
        'system',
        'example_user',
        "Let's circle back when we have more bandwidth to touch base on opportunities for increased leverage.",
      ],
      ['system', 'example_assistant', "Let's talk later when we're less busy about how to do better."],
      [
        'user',
        undefined,
        "This late pivot means we don't have time to boil the ocean for the client deliverable.",
      ],
    ].map(([role, name, content]) => ({ role, content, ...(name === undefined ? {} : { name }) }))
    // https://github.com/openai/openai-cookbook, How_to_count_tokens_with_tiktoken.ipynb, gpt-4o
    expect(of(...example)).toBe(124)
  })

  it('counts parts like the same text, and a picture by a fixed amount', () => {
    expect(of(user([{ type: 'text', text: 'Hello there' }]))).toBe(of(user('Hello there')))
    const picture = (url: string) => of(user([{ type: 'image_url', image_url: { url } }]))
    expect(picture(`data:image/png;base64,${'A'.repeat(1_000_000)}`)).toBe(
      picture('https://example.com/a.png'),
    )
  })

  it('counts sound and files by their size', () => {
    const sound = (chars: number) =>
      of(user([{ type: 'input_audio', input_audio: { data: 'A'.repeat(chars), format: 'mp3' } }]))
    expect(sound(2_000_000) - sound(2000)).toBe(999)
    const file = (file: object) => of(user([{ type: 'file', file }]))
    expect(file({ file_data: 'A'.repeat(1000) })).toBe(file({ file_id: 'file_1' }))
    expect(file({ file_data: 'A'.repeat(2_000_000) }) - file({ file_id: 'file_1' })).toBe(1500)
  })

  it('counts tools, their calls and the schema of the answer', () => {
    const tool = { type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }
    const plain = of(user('hi'))
    expect(countPromptTokens({ messages: [user('hi')], tools: [tool] })).toBeGreaterThan(
      plain + countTokens('get_weather'),
    )
    expect(
      of({
        role: 'assistant',
        content: null,
        tool_calls: [{ function: { name: 'f', arguments: '{"a":1}' } }],
      }),
    ).toBeGreaterThan(of({ role: 'assistant', content: null }))
    const format = { type: 'json_schema', json_schema: { schema: { type: 'object' } } }
    expect(countPromptTokens({ messages: [user('hi')], response_format: format })).toBeGreaterThan(plain)
  })

  it('takes any request', () => {
    expect(countPromptTokens({})).toBe(3)
    expect(
      countPromptTokens({ messages: [null, 5, { content: [null] }], tools: 'x', response_format: [] }),
    ).toBeGreaterThan(3)
  })
})

describe('the bound of a prompt', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom('', ' '.repeat(300), 'Hi'),
  )
  const part = fc.oneof(
    text.map((one) => ({ type: 'text', text: one })),
    text.map((url) => ({ type: 'image_url', image_url: { url } })),
    text.map((data) => ({ type: 'input_audio', input_audio: { data, format: 'mp3' } })),
    text.map((file_data) => ({ type: 'file', file: { file_data } })),
  )
  const call = fc.record({ id: text, function: fc.record({ name: text, arguments: text }) })
  const message = fc.record(
    {
      role: fc.constantFrom('system', 'user', 'assistant', 'tool'),
      content: fc.oneof(text, fc.array(part, { maxLength: 3 })),
      name: text,
      tool_calls: fc.array(call, { maxLength: 2 }),
      reasoning_content: text,
    },
    { requiredKeys: ['role'] },
  )
  const tool = fc.oneof(
    fc.record({
      type: fc.constant('function'),
      function: fc.record({ name: text, parameters: fc.dictionary(text, fc.jsonValue({ maxDepth: 2 })) }),
    }),
    fc.record({ type: fc.constant('bash_20250124'), name: text }),
  )
  const request = fc.record(
    {
      messages: fc.array(message, { maxLength: 4 }),
      tools: fc.array(tool, { maxLength: 2 }),
      response_format: text.map((name) => ({ json_schema: { schema: { properties: { [name]: {} } } } })),
    },
    { requiredKeys: ['messages'] },
  )

  it('is never less than what is counted, whatever the request', () => {
    fc.assert(
      fc.property(request, (one) => {
        expect(boundPromptTokens(one)).toBeGreaterThanOrEqual(countPromptTokens(one))
      }),
      { numRuns: 500 },
    )
  })

  it('has no more tokens of a text than it has bytes, and of a picture none for its bytes', () => {
    const bound = (content: unknown) => boundPromptTokens({ messages: [user(content)] })
    expect(bound('你'.repeat(1000)) - bound('')).toBe(3000)
    const picture = [{ type: 'image_url', image_url: { url: 'A'.repeat(1_000_000) } }]
    expect(bound(picture)).toBeLessThan(5000)
  })
})

describe('the most that a prompt counts', () => {
  const most = (content: unknown, more: object = {}) =>
    countMostPromptTokens({ messages: [{ ...user(content), ...more }] })

  it('is what is counted of texts, to the token', async () => {
    const long = ' It was said of the harbour.'.repeat(5000)
    expect(await most('Hello there')).toBe(of(user('Hello there')))
    expect(await most(long)).toBe(of(user('')) + 5000 * countTokens(' It was said of the harbour.'))
  })

  it('has pictures, thoughts and long fields at their bounds', async () => {
    const picture = [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }]
    expect(await most(picture)).toBeGreaterThan(of(user(picture)))
    expect(await most('Hi', { reasoning_content: 'word '.repeat(1000) })).toBeGreaterThan(1000)
    const field = { messages: [], documents: ['word '.repeat(1000)], user: 'u' }
    expect(await countMostPromptTokens(field)).toBeGreaterThan(1000)
  })

  it('is more at vendors that count otherwise, never more than the bytes', () => {
    expect(mostTokens(1000, 4000, { modelId: 'openai/gpt-5-mini' })).toBe(1000)
    expect(mostTokens(1000, 4000, { modelId: 'anthropic/claude-opus-5' })).toBe(1820)
    expect(mostTokens(1000, 1100, { modelId: 'anthropic/claude-opus-5' })).toBe(1100)
    expect(mostTokens(100, 12_800, { modelId: 'anthropic/claude-opus-5' })).toBe(2134)
    expect(leastTokens(12_800)).toBe(countTokens(' '.repeat(128)) * 100)
  })
})
