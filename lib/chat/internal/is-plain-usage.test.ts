import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlainUsage } from './is-plain-usage'
import { parseUsage } from './parse-usage'

const anything = fc.oneof(fc.jsonValue(), fc.constantFrom(-1, 0, 1, 1.5, 2 ** 60, '', null, {}))
const mostly = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary }, { weight: 1, arbitrary: anything })
const count = mostly(fc.nat())
const record = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] })
const usage = record({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: mostly(
    record({ cached_tokens: count, audio_tokens: count, cache_write_tokens: count }),
  ),
  completion_tokens_details: mostly(record({ reasoning_tokens: count, audio_tokens: count })),
  server_tool_use: mostly(record({ web_search_requests: count })),
  cached_tokens: count,
  prompt_cache_hit_tokens: count,
})
const beside = fc.tuple(fc.nat(), fc.nat(), fc.nat()).map(([prompt, completion, thoughts]) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion + thoughts,
  completion_tokens_details: { reasoning_tokens: thoughts },
}))

describe('a plain usage', () => {
  it('is one that the long way gives back as it is', () => {
    fc.assert(
      fc.property(fc.oneof(usage, beside, anything), (value) => {
        // Searches are not plain: with them it goes the long way.
        if (!isPlainUsage(value)) return
        const { server_tool_use: _, ...rest } = value
        expect(parseUsage({ ...value, server_tool_use: {} })).toMatchObject(rest)
      }),
      { numRuns: 3000 },
    )
  })

  it('has tokens, some of them from a cache or of thoughts', () => {
    const tokens = { prompt_tokens: 61, completion_tokens: 42, total_tokens: 103 }
    expect(isPlainUsage(tokens)).toBe(true)
    const details = {
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    }
    expect(isPlainUsage({ ...tokens, ...details })).toBe(true)
  })
})
