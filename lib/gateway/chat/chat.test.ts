import { describe, expect, it, test, vi } from 'vitest'
import { z } from 'zod'
import { readAnswer } from './answer'
import { ChunkRewriter } from './internal/chunk-rewriter'
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

it('a null model counts as absent', () => {
  expect(ChatRequest.safeParse({ model: null, messages: [user] }).success).toBe(true)
})

it('the request can be compiled as a whole', () => {
  expect(() => z.compile(ChatRequest, { strict: true })).not.toThrow()
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

const identity = { id: 'chatcmpl_ours', created: 1_700_000_000, model: 'acme/large' }

/** A chunk of an upstream as Latin-1 of its bytes. */
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

/** What a client gets of these, one after another, and what is counted. */
function rewriteAll(payloads: readonly string[], showsUsage = false) {
  const rewriter = new ChunkRewriter(identity, showsUsage)
  const rewritten = payloads.map((one) => rewriter.rewrite(one))
  return {
    chunks: [...rewritten, rewriter.end()].flatMap((one) => one.payloads).map(parseLatin1),
    content: rewritten.map((one) => one.content).join(''),
  }
}

const parseLatin1 = (text: string) => JSON.parse(Buffer.from(text, 'latin1').toString('utf8'))

describe('a chunk that differs from the one before only in its text', () => {
  const begun = [payload({ role: 'assistant', content: '' }), payload({ content: 'Hello' })]

  it('is rewritten without parsing to what parsing would give', () => {
    const texts = [
      'Grüße, "you" \\ 🌍',
      'line\nbreak\ttab',
      '',
      '"finish_reason":"stop","usage":{"prompt_tokens":1}',
    ]
    const quick = new ChunkRewriter(identity, false)
    for (const one of begun) quick.rewrite(one)
    const parse = vi.spyOn(JSON, 'parse')
    const rewritten = texts.map((content) => quick.rewrite(payload({ content })))
    expect(parse).not.toHaveBeenCalled()
    parse.mockRestore()
    for (const [at, content] of texts.entries()) {
      const slow = new ChunkRewriter(identity, false)
      slow.rewrite(begun[0] ?? '')
      const { payloads, content: counted } = slow.rewrite(payload({ content }))
      expect(rewritten[at]).toMatchObject({ payloads, content: counted })
    }
  })

  it.each([
    ['ends the answer', payload({ content: 'x' }, 'stop'), 'x'],
    ['has an escape that is none', payload({ content: 'x' }).replace('"x"', '"\\q"'), null],
    ['has a tab as it is', payload({ content: 'x' }).replace('"x"', '"\t"'), '\t'],
    ['is no UTF-8', payload({ content: 'x' }).replace('"x"', '"\u00e9\u00ff"'), '\ufffd\ufffd'],
  ])('is parsed when it %s', (_what, odd, content) => {
    const rewriter = new ChunkRewriter(identity, false)
    for (const one of begun) rewriter.rewrite(one)
    const rewrite = () => [...rewriter.rewrite(odd).payloads, ...rewriter.end().payloads].map(parseLatin1)
    if (content === null) expect(rewrite).toThrow()
    else expect(rewrite()[0].choices[0].delta.content).toBe(content)
  })

  // openclaw/openclaw#110642, elizaOS/eliza#30904
  it('has no half of a character', () => {
    for (const name of ['content', 'reasoning_content']) {
      const parts = ['a \u{1f642}', 'b\ud83d', '\ude42c\ud83d', 'd', '\ude42', 'e\ud83d']
      const { chunks } = rewriteAll([...begun, ...parts.map((text) => payload({ [name]: text }))])
      const texts = chunks.slice(begun.length).map(({ choices }) => choices[0].delta[name] ?? '')
      expect(texts.every((text) => text.isWellFormed())).toBe(true)
      expect(texts.join('')).toBe('a \u{1f642}b\u{1f642}c\ufffdd\ufffde')
    }
  })

  it('waits behind an end that was none', () => {
    const { chunks } = rewriteAll([
      ...begun,
      payload({ content: ' a' }, 'stop'),
      payload({ content: ' b' }),
      payload({ content: ' c' }),
    ])
    expect(chunks.map(({ choices }) => choices[0].delta.content ?? '').join('')).toBe('Hello a b c')
    expect(chunks.map(({ choices }) => choices[0].finish_reason).filter(Boolean)).toEqual(['stop'])
  })
})

describe('a thought', () => {
  const first = payload({ role: 'assistant', content: '' })

  it.each([
    [{ reasoning_content: 'Hm, "so" \\ 🌍' }],
    [{ reasoning: 'Hm' }],
    [{ reasoning_content: 'Hm', content: '"reasoning":"x"' }],
    [{ content: null, reasoning_content: 'Hm', reasoning: null }],
    [{ reasoning_content: 'a', reasoning: 'a' }],
    [{ reasoning_content: 'a', reasoning_details: [{ type: 'reasoning.text', text: 'a' }] }],
    [{ reasoning_content: null, content: 'a' }],
  ])('stands under both names, whether %j is parsed or not', (delta) => {
    const { chunks, content } = rewriteAll([first, payload(delta), payload(delta)])
    const [slow, quick] = chunks.slice(1).map(({ choices }) => choices[0].delta)
    expect(quick).toEqual(slow)
    expect(quick.reasoning).toBe(quick.reasoning_content)
    expect(content.slice(0, content.length / 2)).toBe(content.slice(content.length / 2))
  })
})

describe('usage', () => {
  it.each([
    [false, undefined],
    [true, null],
  ])('is null in chunks if the client asked for it (%s), and not there else', (showsUsage, usage) => {
    const { chunks } = rewriteAll(
      ['a', 'b', 'c'].map((content) => payload({ content })),
      showsUsage,
    )
    expect(chunks.map((chunk) => chunk.usage)).toEqual(chunks.map(() => usage))
  })
})
