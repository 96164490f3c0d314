import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Usage } from '../schema'
import { isPlainUsage } from './is-plain-usage'

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
})

describe('a plain usage', () => {
  it('is one that its schema gives back as it is', () => {
    fc.assert(
      fc.property(fc.oneof(usage, anything), (value) => {
        if (isPlainUsage(value)) expect(Usage.parse(value)).toEqual(value)
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
