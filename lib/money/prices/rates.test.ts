import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { parsePrice, priceOf, scalePrice } from './price'
import { Pricing as PricingSchema } from './schema'

type Pricing = z.infer<typeof PricingSchema>

const tiered = PricingSchema.parse({
  prompt: '0.00001',
  completion: '0.00005',
  cached_prompt: '0.000001',
  cache_write: '0.0000125',
  tiers: [
    { above_prompt_tokens: 1000, prompt: '0.00002', completion: '0.000075', cached_prompt: '0.000002' },
    { above_prompt_tokens: 2000, prompt: '0.00003', completion: '0.0001' },
  ],
})
const itemsOf = (pricing: Pricing, used: Parameters<typeof priceOf>[1]) =>
  priceOf(parsePrice(pricing), used).lines.map(({ item, quantity, unitPrice }) => [
    item,
    quantity,
    Number((Number(unitPrice) * 1e6).toFixed(6)),
  ])

describe('the rates of a request', () => {
  it('are those of the highest tier that its prompt is above, for all of its tokens', () => {
    const used = { cachedTokens: 400, cacheWriteTokens: 100, completionTokens: 10 }
    expect(itemsOf(tiered, { ...used, promptTokens: 1000 })).toEqual([
      ['prompt', 500, 10],
      ['cached_prompt', 400, 1],
      ['cache_write', 100, 12.5],
      ['completion', 10, 50],
    ])
    expect(itemsOf(tiered, { ...used, promptTokens: 1001 })).toEqual([
      ['prompt_above_1000', 501, 20],
      ['cached_prompt_above_1000', 400, 2],
      ['cache_write_above_1000', 100, 20],
      ['completion_above_1000', 10, 75],
    ])
    expect(itemsOf(tiered, { ...used, promptTokens: 5000 })).toEqual([
      ['prompt_above_2000', 4500, 30],
      ['cached_prompt_above_2000', 400, 30],
      ['cache_write_above_2000', 100, 30],
      ['completion_above_2000', 10, 100],
    ])
  })

  it('are those of each token’s bracket if they are graduated, and the answer’s is the last', () => {
    const used = { promptTokens: 2500, cachedTokens: 1200, completionTokens: 10 }
    expect(itemsOf({ ...tiered, graduated: true }, used)).toEqual([
      ['prompt', 1000, 10],
      ['prompt_above_1000', 300, 20],
      ['cached_prompt_above_1000', 700, 2],
      ['cached_prompt_above_2000', 500, 30],
      ['completion_above_2000', 10, 100],
    ])
  })

  it('tell pictures and sound apart from text where they have a rate', () => {
    const used = {
      promptTokens: 100,
      cachedTokens: 30,
      cachedAudioTokens: 10,
      audioInputTokens: 40,
      imageInputTokens: 20,
      completionTokens: 50,
      imageOutputTokens: 20,
      audioTokens: 10,
    }
    const rates = { prompt: '0.000001', completion: '0.000002' }
    const kinds = {
      image_input: '0.000003',
      audio_input: '0.000004',
      cached_audio_input: '0.000005',
      image_output: '0.000006',
      audio_output: '0.000007',
    }
    expect(itemsOf({ ...rates, cached_prompt: '0.0000001', ...kinds }, used)).toEqual([
      ['prompt', 20, 1],
      ['image_input', 20, 3],
      ['audio_input', 30, 4],
      ['cached_prompt', 20, 0.1],
      ['cached_audio_input', 10, 5],
      ['completion', 20, 2],
      ['image_output', 20, 6],
      ['audio_output', 10, 7],
    ])
    expect(itemsOf(rates, used)).toEqual([
      ['prompt', 70, 1],
      ['cached_prompt', 30, 1],
      ['completion', 50, 2],
    ])
    expect(
      itemsOf({ ...rates, tiers: [{ ...kinds, ...rates, above_prompt_tokens: 99 }] }, used),
    ).toContainEqual(['audio_input_above_99', 30, 4])
  })

  const half = { prompt: '0.000005', completion: '0.000025' }
  const night = (more: object) =>
    PricingSchema.parse({ ...tiered, hours: [{ from: '16:30', to: '00:30', ...half, ...more }] })
  const rateAt = (pricing: Pricing, at: string, promptTokens = 1) =>
    itemsOf(pricing, { promptTokens, arrivedAt: new Date(at) })[0]

  it.each([
    ['2026-11-28T16:29:59.999Z', 'prompt'],
    ['2026-11-28T16:30:00.000Z', 'prompt_from_1630'],
    ['2026-11-28T23:59:59.999Z', 'prompt_from_1630'],
    ['2026-11-29T00:29:59.999Z', 'prompt_from_1630'],
    ['2026-11-29T00:30:00.000Z', 'prompt'],
  ])('are those of the hours across midnight at %s', (at, item) => {
    expect(rateAt(night({}), at)?.[0]).toBe(item)
  })

  it.each([
    // Berlin is at UTC+1 until the night of 29 March 2026, then at UTC+2.
    ['2026-03-28T15:30:00Z', 'prompt_from_1630'],
    ['2026-03-28T15:29:59Z', 'prompt'],
    ['2026-03-29T14:30:00Z', 'prompt_from_1630'],
    ['2026-03-29T14:29:59Z', 'prompt'],
    ['2026-03-28T23:29:59Z', 'prompt_from_1630'],
    ['2026-03-29T22:29:59Z', 'prompt_from_1630'],
    ['2026-03-29T22:30:00Z', 'prompt'],
  ])('are those of the clock in the time zone, in summer and in winter: %s', (at, item) => {
    expect(rateAt(night({ timezone: 'Europe/Berlin' }), at)?.[0]).toBe(item)
  })

  it('are those of the weekday in the time zone', () => {
    const weekend = night({ from: '00:00', to: '00:00', weekdays: [6, 7], timezone: 'Asia/Shanghai' })
    expect(rateAt(weekend, '2026-11-27T15:59:59Z')?.[0]).toBe('prompt')
    expect(rateAt(weekend, '2026-11-27T16:00:00Z')?.[0]).toBe('prompt_from_0000')
    expect(rateAt(weekend, '2026-11-29T16:00:00Z')?.[0]).toBe('prompt')
  })

  it('are those of the price’s tiers at any hour, unless the hours have their own', () => {
    const at = '2026-11-28T20:00:00Z'
    expect(rateAt(night({}), at, 1500)).toEqual(['prompt_above_1000', 1500, 20])
    const own = night({ tiers: [{ above_prompt_tokens: 1000, prompt: '0.000008', completion: '0' }] })
    expect(rateAt(own, at, 1500)).toEqual(['prompt_from_1630_above_1000', 1500, 8])
  })

  it('are those of the service tier, with tiers of its own, at any hour', () => {
    const flex = { ...half, tiers: [{ above_prompt_tokens: 10, prompt: '0.000009', completion: '0' }] }
    const pricing = PricingSchema.parse({ ...night({}), service_tier: { flex } })
    const used = { serviceTier: 'flex', arrivedAt: new Date('2026-11-28T20:00:00Z') }
    expect(itemsOf(pricing, { ...used, promptTokens: 10 })).toEqual([['prompt', 10, 5]])
    expect(itemsOf(pricing, { ...used, promptTokens: 1500 })).toEqual([['prompt_above_10', 1500, 9]])
    expect(itemsOf(pricing, { ...used, promptTokens: 10, serviceTier: 'gone' })).toEqual([
      ['prompt_from_1630', 10, 5],
    ])
  })

  it('are all scaled with a price', () => {
    const scaled = (factor: number) => {
      const text = JSON.stringify({ ...night({}), service_tier: { flex: half } })
      return parsePrice(
        PricingSchema.parse(
          JSON.parse(text, (_name, value) =>
            typeof value === 'string' && /^0\./.test(value) ? (Number(value) * factor).toFixed(12) : value,
          ),
        ),
      )
    }
    expect(scalePrice(scaled(1), 0.5)).toEqual(scaled(0.5))
  })
})

describe('a price', () => {
  it.each([
    [
      'tiers out of order',
      { tiers: [2, 1].map((above) => ({ prompt: '0', completion: '0', above_prompt_tokens: above })) },
    ],
    ['a tier without a threshold', { tiers: [{ prompt: '0', completion: '0' }] }],
    ['a tier without an output rate', { tiers: [{ prompt: '0', above_prompt_tokens: 1 }] }],
    [
      'an unknown rate in a tier',
      { tiers: [{ prompt: '0', completion: '0', above_prompt_tokens: 1, image: '1' }] },
    ],
    [
      'an hour that no clock shows',
      { hours: [{ prompt: '0', completion: '0', from: '24:00', to: '01:00' }] },
    ],
    [
      'an unknown time zone',
      { hours: [{ prompt: '0', completion: '0', from: '23:00', to: '01:00', timezone: 'Mars' }] },
    ],
    [
      'a weekday too many',
      { hours: [{ prompt: '0', completion: '0', from: '23:00', to: '01:00', weekdays: [0] }] },
    ],
  ])('with %s is refused', (_what, more) => {
    expect(PricingSchema.safeParse({ prompt: '0', completion: '0', ...more }).success).toBe(false)
  })
})
