import { describe, expect, it } from 'vitest'
import { ChatRequest } from '../schema'
import type { RelayEnd } from './stream-relay'
import { parseUsage, usageOfStream } from './usage'

describe('parse usage', () => {
  const tokens = { prompt_tokens: 32, completion_tokens: 9 }
  const thoughts = { completion_tokens_details: { reasoning_tokens: 94 } }

  it.each([
    ['beside the completion', { ...tokens, total_tokens: 135 }, 103],
    ['beside a completion of nothing', { prompt_tokens: 32, completion_tokens: 0, total_tokens: 126 }, 94],
    ['in the completion', { prompt_tokens: 32, completion_tokens: 103, total_tokens: 135 }, 103],
    ['who knows where', { prompt_tokens: 32, completion_tokens: 103 }, 103],
  ])('thoughts %s are in it', (_where, counts, completion) => {
    expect(parseUsage({ ...counts, ...thoughts })).toMatchObject({
      completion_tokens: completion,
      ...thoughts,
    })
  })

  it.each([
    ['Moonshot', { cached_tokens: 18 }, 18],
    ['DeepSeek', { prompt_cache_hit_tokens: 18, prompt_cache_miss_tokens: 14 }, 18],
    ['one that says it twice', { cached_tokens: 3, prompt_tokens_details: { cached_tokens: 18 } }, 18],
    ['one that makes no sense', { cached_tokens: -1, prompt_tokens_details: { audio_tokens: 1 } }, undefined],
  ])('what a cache had is told as %s tells it', (_who, more, cached) => {
    expect(parseUsage({ ...tokens, ...more })?.prompt_tokens_details?.cached_tokens).toBe(cached)
  })

  it.each([[undefined], [null], [{}], [{ prompt_tokens: 1 }], [{ ...tokens, completion_tokens: -1 }]])(
    '%j is none',
    (value) => {
      expect(parseUsage(value)).toBeUndefined()
    },
  )
})

describe('usage of stream', () => {
  const request = ChatRequest.parse({ messages: [{ role: 'user', content: 'Hi' }] })
  const prompt = { prompt_tokens: 116, completion_tokens: 0, total_tokens: 116 }
  const whole = { prompt_tokens: 116, completion_tokens: 2, total_tokens: 118 }
  const content = 'Hello there'

  function used(end: Partial<RelayEnd>) {
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
    const { usage, usageSource } = usageOfStream({ contextLength: 8000 }, request, whole)
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
})
