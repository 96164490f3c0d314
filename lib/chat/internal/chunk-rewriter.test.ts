import { describe, expect, it, vi } from 'vitest'
import { ChunkRewriter } from './upstream-answer'

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
    slow.rewrite(`${payload({ role: 'assistant', content: '' })} `) // loose JSON: nothing is learnt
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
