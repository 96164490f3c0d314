import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePrice, totalNanosOf } from '@/lib/billing/price'
import { ChatRequest } from '../schema'
import { worstCaseOf } from './plan-call'

const price = parsePrice({
  prompt: '0.000004',
  cached_prompt: '0.0000002',
  cache_write: '0.000005',
  cache_write_1h: '0.000008',
  completion: '0.00002',
  web_search: '0.01',
})
const bounds = { promptTokens: 1000, completionTokens: 0 }
const text = (cache_control?: object) => ({ type: 'text', text: 'Hi', cache_control })
const request = (fields: object) =>
  ChatRequest.parse({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...fields })
const turn = (...content: object[]) => ({ messages: [{ role: 'user', content }] })
const marks: Record<string, object> = {
  'on the request': { cache_control: { type: 'ephemeral' } },
  'on a part': turn(text(), text({ type: 'ephemeral', ttl: '5m' })),
  'on a tool': {
    tools: [{ type: 'function', function: { name: 'f' }, cache_control: { type: 'ephemeral' } }],
  },
  'on a call': {
    messages: [
      {
        role: 'assistant',
        tool_calls: [
          {
            id: 'c',
            type: 'function',
            function: { name: 'f', arguments: '{}' },
            cache_control: { type: 'ephemeral' },
          },
        ],
      },
    ],
  },
}

describe('the most that a request can cost', () => {
  it('is its prompt at the plain price', () => {
    expect(worstCaseOf(request(turn(text())))(price, bounds)).toBe(4_000_000n)
  })

  it.each(Object.entries(marks))('has all of it written to the cache, with a mark %s', (_where, fields) => {
    expect(worstCaseOf(request(fields))(price, bounds)).toBe(5_000_000n)
  })

  it('for an hour, where one mark says so', () => {
    const fields = turn(text({ type: 'ephemeral' }), text({ type: 'ephemeral', ttl: '1h' }))
    expect(worstCaseOf(request(fields))(price, bounds)).toBe(8_000_000n)
  })

  it('has five searches, or as many as are allowed', () => {
    expect(worstCaseOf(request({ web_search: true }))(price, bounds)).toBe(54_000_000n)
    expect(worstCaseOf(request({ enable_search: true, max_searches: 2 }))(price, bounds)).toBe(24_000_000n)
    expect(worstCaseOf(request({ max_searches: 2 }))(price, bounds)).toBe(4_000_000n)
  })

  it('covers whatever of the prompt is read, written or neither', () => {
    const part = fc.nat({ max: 1000 })
    const rates = fc.array(fc.nat({ max: 999 }), { minLength: 4, maxLength: 4 })
    const hold = worstCaseOf(request({ cache_control: { type: 'ephemeral', ttl: '1h' } }))
    fc.assert(
      fc.property(rates, part, part, part, ([prompt, read, write, hour], ...used) => {
        const [cachedTokens, cacheWriteTokens, cacheWriteHourTokens] = used
        const rate = (thousandths = 0) => `0.${String(thousandths).padStart(3, '0')}`
        const any = parsePrice({
          prompt: rate(prompt),
          cached_prompt: rate(Math.min(read ?? 0, prompt ?? 0)),
          cache_write: rate(write),
          cache_write_1h: rate(hour),
        })
        const real = { promptTokens: 1000, cachedTokens, cacheWriteTokens, cacheWriteHourTokens }
        expect(hold(any, bounds) >= totalNanosOf(any, real)).toBe(true)
      }),
    )
  })
})
