import { expect, it } from 'vitest'
import { parseUsage } from './parse-usage'

const tokens = { prompt_tokens: 32, completion_tokens: 9 }
const thoughts = { completion_tokens_details: { reasoning_tokens: 94 } }

it.each([
  ['beside the completion', { ...tokens, total_tokens: 135 }, 103],
  ['beside a completion of nothing', { prompt_tokens: 32, completion_tokens: 0, total_tokens: 126 }, 94],
  ['in the completion', { prompt_tokens: 32, completion_tokens: 103, total_tokens: 135 }, 103],
  ['who knows where', { prompt_tokens: 32, completion_tokens: 103 }, 103],
])('thoughts %s are in it', (_where, counts, completion) => {
  expect(parseUsage({ ...counts, ...thoughts })).toMatchObject({ completion_tokens: completion, ...thoughts })
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
