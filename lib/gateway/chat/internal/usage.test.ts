import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChatRequest } from '../schema'
import type { RelayEnd } from './stream-relay'
import { AnswerText } from './stream-relay'
import { usageOfStream } from './usage'

describe('usage of stream', () => {
  const request = ChatRequest.parse({ messages: [{ role: 'user', content: 'Hi' }] })
  const prompt = { prompt_tokens: 116, completion_tokens: 0, total_tokens: 116 }
  const whole = { prompt_tokens: 116, completion_tokens: 2, total_tokens: 118 }
  const content = 'Hello there'

  function used(end: Partial<RelayEnd>, upstreamId = 'large') {
    const nothing = {
      finishReason: undefined,
      firstByteAt: undefined,
      firstByteMs: undefined,
      error: undefined,
    }
    const whole: RelayEnd = {
      kind: 'aborted',
      usage: undefined,
      countedLength: 0,
      content: '',
      ...nothing,
      ...end,
    }
    const { usage, usageSource } = usageOfStream(
      { contextLength: 8000, routeId: 'm@p', upstreamId, target: {} } as never,
      request,
      whole,
    )
    return [usage?.prompt_tokens, usage?.completion_tokens, usage?.total_tokens, usageSource]
  }

  it.each<[string, Partial<RelayEnd>, unknown[]]>([
    [
      'was told at its end',
      { kind: 'complete', usage: whole, countedLength: 11, content },
      [116, 2, 118, 'upstream'],
    ],
    ['was told of the prompt', { usage: prompt, content }, [116, 2, undefined, 'estimated']],
    [
      'was told on the way',
      { usage: whole, countedLength: 11, content: `${content}, you two` },
      [116, 5, undefined, 'estimated'],
    ],
    [
      'was told at its end without the answer',
      { kind: 'complete', usage: prompt, countedLength: 11, content },
      [116, 2, undefined, 'estimated'],
    ],
    // MiXaiLL76/auto_ai_router#142
    [
      'was told at its end without the prompt',
      { kind: 'complete', usage: { ...whole, prompt_tokens: 0 }, countedLength: 11, content },
      [8, 2, undefined, 'estimated'],
    ],
    ['was not told', { content }, [8, 2, undefined, 'estimated']],
    [
      'cannot be',
      { usage: { ...whole, prompt_tokens: 1e6 }, countedLength: 11, content },
      [8, 2, undefined, 'estimated'],
    ],
    ['was told before anything was said', { usage: prompt }, [116, 0, 116, 'upstream']],
    ['nobody told, of what was given up before a word', {}, [8, 0, undefined, 'estimated']],
    ['is a call without words', { usage: whole }, [116, 2, 118, 'upstream']],
    [
      'nobody told, of what broke',
      { kind: 'broken', content },
      [undefined, undefined, undefined, 'estimated'],
    ],
  ])('a usage that %s is counted so', (_what, end, expected) => {
    expect(used(end)).toEqual(expected)
  })

  // mozilla-ai/any-llm#1290, NousResearch/hermes-agent#103205
  it('has Gemini’s thoughts, which Google’s OpenAI-compatible API tells in the total alone', () => {
    const end = { usage: { ...whole, total_tokens: 500 }, countedLength: 11, content }
    expect(used(end, 'models/gemini-2.5-flash')).toEqual([116, 384, 500, 'upstream'])
    expect(used(end)).toEqual([116, 2, 500, 'upstream'])
    // As many as were cached.
    const cached = { ...whole, total_tokens: 218, prompt_tokens_details: { cached_tokens: 100 } }
    expect(used({ ...end, usage: cached }, 'models/gemini-2.5-flash')).toEqual([116, 102, 218, 'upstream'])
  })
})

describe('the text of an answer', () => {
  const latin1 = fc.string({ unit: 'binary-ascii', maxLength: 1500 }).map((text) => `${text}\u00e9`)

  it('is its parts in order, and as long as they are', () => {
    fc.assert(
      fc.property(fc.array(latin1), (parts) => {
        const text = new AnswerText()
        for (const part of parts) text.append(part)
        expect(text.toString()).toBe(parts.join(''))
        expect(text.length).toBe(parts.join('').length)
      }),
    )
  })

  it('ends once it has 2 million characters', () => {
    const text = new AnswerText()
    for (let at = 0; at < 30; at++) text.append('x'.repeat(100_000))
    expect(text.toString()).toHaveLength(2_000_000)
    expect(text.length).toBe(2_000_000)
  })
})
