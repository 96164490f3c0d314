import { describe, expect, it, test, vi } from 'vitest'
import { readAnswer } from './answer'
import { ChunkRewriter, toFinishReason, toOwnMessage } from './internal/upstream-answer'
import { contentIn } from './internal/usage'
import { ChatRequest } from './schema'

const user = { role: 'user', content: 'Hello' }

it.each([
  [
    'a call of a tool',
    { tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }] },
  ],
  ['a call of a function, as it was before tools', { function_call: { name: 'f', arguments: '{}' } }],
  ['a refusal', { refusal: 'No.' }],
  ['earlier speech', { audio: { id: 'audio_1' } }],
])('an assistant message may say %s in the place of content', (_what, said) => {
  const messages = [user, { role: 'assistant', content: null, ...said }]
  expect(ChatRequest.parse({ model: 'acme/large', messages }).messages).toEqual(messages)
})

it('a model that is null is one that is not given', () => {
  expect(ChatRequest.safeParse({ model: null, messages: [user] }).success).toBe(true)
})

const answerOf = (message: object) =>
  JSON.stringify({
    id: 'chatcmpl_1',
    created: 1,
    model: 'acme/large',
    choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    usage: {
      prompt_tokens: 1,
      completion_tokens: 1,
      total_tokens: 2,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
      cost: 0,
    },
  })

test('a call without a name is none; the others keep their places', () => {
  const { parts } = readAnswer(
    answerOf({
      content: 'Looking it up.',
      tool_calls: [
        { function: { arguments: '{}' } },
        { id: 'call_1', function: { name: 'look_up', arguments: '{"word":"sea"}' } },
      ],
    }),
  )
  expect(parts).toEqual([
    { type: 'text', text: 'Looking it up.' },
    { type: 'call', index: 1, id: 'call_1', name: 'look_up', arguments: '{"word":"sea"}' },
  ])
})

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

const identity = { id: 'chatcmpl_ours', created: 1_700_000_000, model: 'acme/large' }

function payload(delta: object, finish: string | null = null): string {
  const body = {
    id: 'up',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    service_tier: null,
    choices: [{ index: 0, delta, finish_reason: finish }],
    usage: null,
  }
  return Buffer.from(JSON.stringify(body)).toString('latin1')
}

describe('a chunk that begins as the first one did', () => {
  it('is rewritten without being parsed, to what parsing would have given', () => {
    const quick = new ChunkRewriter(identity, false)
    quick.rewrite(payload({ role: 'assistant', content: '' }))
    const parse = vi.spyOn(JSON, 'parse')
    const rewritten = quick.rewrite(payload({ content: 'Grüße, "you" \\ 🌍' }))
    expect(parse).not.toHaveBeenCalled()
    parse.mockRestore()
    const slow = new ChunkRewriter(identity, false)
    slow.rewrite(`${payload({ role: 'assistant', content: '' })} `) // JSON with spaces: no prefix is learnt
    expect(rewritten).toEqual(slow.rewrite(payload({ content: 'Grüße, "you" \\ 🌍' })))
  })

  it('is parsed when it ends the answer', () => {
    const rewriter = new ChunkRewriter(identity, false)
    rewriter.rewrite(payload({ role: 'assistant', content: '' }))
    expect(rewriter.rewrite(payload({}, 'eos'))).toMatchObject({ finishReason: 'stop' })
  })

  it('is not fooled by text that looks like JSON keys', () => {
    const rewriter = new ChunkRewriter(identity, false)
    rewriter.rewrite(payload({ role: 'assistant', content: '' }))
    const rewritten = rewriter.rewrite(
      payload({ content: '"finish_reason":"stop","usage":{"prompt_tokens":1}' }),
    )
    expect(rewritten.finishReason).toBeUndefined()
    expect(rewritten.usage).toBeUndefined()
  })
})

describe('a thought', () => {
  const first = payload({ role: 'assistant', content: '' })
  const rewriteAfter = (start: string, chunk: string) => {
    const rewriter = new ChunkRewriter(identity, false)
    rewriter.rewrite(start)
    return rewriter.rewrite(chunk)
  }

  it.each([
    [{ reasoning_content: 'Hm, "so" \\ 🌍' }],
    [{ reasoning: 'Hm' }],
    [{ reasoning_content: 'Hm', content: '"reasoning":"x"' }],
    [{ content: null, reasoning_content: 'Hm', reasoning: null }],
    [{ reasoning_content: 'a', reasoning: 'a' }],
    [{ reasoning_content: 'a', reasoning_details: [{ type: 'reasoning.text', text: 'a' }] }],
    [{ reasoning_content: null, content: 'a' }],
  ])('stands under both names, whether %j is parsed or not', (delta) => {
    const quick = rewriteAfter(first, payload(delta))
    const slow = rewriteAfter(`${first} `, payload(delta))
    expect(JSON.parse(quick.payload ?? '')).toEqual(JSON.parse(slow.payload ?? ''))
    expect(quick.content).toBe(slow.content)
    const { reasoning_content, reasoning } = JSON.parse(quick.payload ?? '').choices[0].delta
    expect(reasoning).toBe(reasoning_content ?? undefined)
  })

  it('of each choice, where one chunk has several', () => {
    const two = payload({}).replace(/"choices":.*?\}\]/, (one) =>
      one.replace(
        /\[.*/,
        JSON.stringify([0, 1].map((index) => ({ index, delta: { reasoning: `t${index}` } }))),
      ),
    )
    const { choices } = JSON.parse(rewriteAfter(first, two).payload ?? '')
    expect(choices).toMatchObject([0, 1].map((index) => ({ delta: { reasoning_content: `t${index}` } })))
  })
})

describe('a choice without an index', () => {
  it('is the first one, in every chunk', () => {
    const rewriter = new ChunkRewriter(identity, false)
    for (const word of [payload({ content: 'a' }), payload({ content: 'b' }), payload({}, 'stop')]) {
      const { payload: rewritten = '' } = rewriter.rewrite(word.replace('"index":0,', ''))
      expect(JSON.parse(rewritten)).toMatchObject({ choices: [{ index: 0 }] })
    }
  })
})

describe('a usage that is null', () => {
  const words = [payload({ role: 'assistant', content: '' }), payload({ content: 'a' }), payload({}, 'stop')]

  it('is not passed on to a client that did not ask for usage, since it was asked for by us', () => {
    const quick = new ChunkRewriter(identity, false)
    const spaced = new ChunkRewriter(identity, false)
    for (const word of words) {
      expect(JSON.parse(quick.rewrite(word).payload ?? '')).not.toHaveProperty('usage')
      expect(JSON.parse(spaced.rewrite(`${word} `).payload ?? '')).not.toHaveProperty('usage')
    }
  })

  it('is passed on to one that did', () => {
    const rewriter = new ChunkRewriter(identity, true)
    for (const word of words)
      expect(JSON.parse(rewriter.rewrite(word).payload ?? '')).toHaveProperty('usage', null)
  })

  it('is left out too where it stands before the choices', () => {
    const rewriter = new ChunkRewriter(identity, false)
    for (const content of ['a', 'b']) {
      const early = JSON.stringify({
        id: 'up',
        usage: null,
        choices: [{ index: 0, delta: { content }, finish_reason: null }],
      })
      const own = JSON.parse(rewriter.rewrite(early).payload ?? '')
      expect(own).not.toHaveProperty('usage')
      expect(own).toMatchObject({ ...identity, choices: [{ delta: { content } }] })
    }
  })
})
