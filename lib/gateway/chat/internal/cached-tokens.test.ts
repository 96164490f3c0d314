import { describe, expect, it, vi } from 'vitest'
import { logger } from '@/lib/platform/logger'
import { readUsage } from '@/lib/upstream/reading/usage'
import { withCachedInPrompt } from './usage'

vi.spyOn(logger, 'warn').mockReturnValue()

let count = 0
const routeOf = (cachedInPrompt?: boolean) =>
  ({ routeId: `route ${count++}`, target: { cachedInPrompt: cachedInPrompt ?? null } }) as never
const usage = (prompt_tokens: number, cached_tokens: number, more: object = {}) => ({
  prompt_tokens,
  completion_tokens: 5,
  total_tokens: prompt_tokens + 5,
  prompt_tokens_details: { cached_tokens },
  ...more,
})

describe('tokens of a cache', () => {
  it('are part of the prompt until an answer has more of them than prompt tokens', () => {
    const route = routeOf()
    expect(withCachedInPrompt(usage(10, 10), route)).toMatchObject(usage(10, 10))
    expect(withCachedInPrompt(usage(10, 20), route)).toMatchObject(usage(30, 20))
    expect(withCachedInPrompt(usage(10, 2), route)).toMatchObject(usage(12, 2))
    expect(withCachedInPrompt(usage(10, 0), route)).toEqual(usage(10, 0))
    expect(withCachedInPrompt(usage(10, 2), routeOf())).toMatchObject(usage(10, 2))
  })

  it('are beside the prompt of an answer whose total adds them', () => {
    const route = routeOf()
    expect(withCachedInPrompt(usage(10, 2, { total_tokens: 17 }), route)).toMatchObject(usage(12, 2))
    expect(withCachedInPrompt(usage(10, 2), route)).toMatchObject(usage(10, 2))
  })

  it('may be writes, under Anthropic’s names too', () => {
    const told = {
      prompt_tokens: 10,
      completion_tokens: 5,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 40,
    }
    const read = (more: object = {}) => withCachedInPrompt(readUsage({ ...told, ...more }) ?? told, routeOf())
    expect(read()).toMatchObject({
      prompt_tokens: 150,
      prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 40 },
    })
    expect(read({ prompt_tokens: 150 })).toMatchObject({
      prompt_tokens: 150,
      prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 40 },
    })
  })

  it('are counted as the operator says, whatever answers show', () => {
    expect(withCachedInPrompt(usage(10, 20), routeOf(true))).toMatchObject(usage(10, 20))
    expect(withCachedInPrompt(usage(10, 2), routeOf(false))).toMatchObject(usage(12, 2))
  })

  it('prove nothing if no context is that large', () => {
    const route = routeOf()
    withCachedInPrompt(usage(10, 10_000_000_000), route)
    expect(withCachedInPrompt(usage(10, 2), route)).toMatchObject(usage(10, 2))
  })
})
