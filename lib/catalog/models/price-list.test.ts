import { describe, expect, it } from 'vitest'
import { readList } from './internal/list-formats'
import { comparePrices, findShortfalls, priceDifference } from './price-list'

const pricing = { prompt: '0.000002', completion: '0.000008', web_search: '0.01' }
const ours = {
  id: 'acme',
  models: [
    { id: 'acme/large', upstream_id: 'large', pricing: { prompt: '0.000001', completion: '0.000004' } },
  ],
}
const litellm = {
  sample_spec: { litellm_provider: 'one of many', mode: 'one of: chat', input_cost_per_token: 0 },
  'gemini/gemini-x': {
    litellm_provider: 'gemini',
    mode: 'chat',
    input_cost_per_token: 1.25e-7,
    output_cost_per_token: 3.3e-5,
    cache_read_input_token_cost: 1e-8,
    input_cost_per_character: 1e-9,
  },
  'gemini/placeholder': {
    litellm_provider: 'gemini',
    mode: 'chat',
    input_cost_per_token: 0,
    output_cost_per_token: 0,
  },
  'gpt-speak': {
    litellm_provider: 'openai',
    mode: 'audio_speech',
    input_cost_per_token: 6e-7,
    output_cost_per_audio_token: 1.2e-5,
    output_cost_per_second: 0.00025,
  },
  'gpt-draw': { litellm_provider: 'openai', mode: 'image_generation', output_cost_per_image: 0.04 },
  searcher: { litellm_provider: 'openai', mode: 'search', input_cost_per_query: 0.1 },
}

const route = (modelId: string, price: object | null, more: object = {}) => ({
  id: `route ${modelId}`,
  modelId,
  providerId: 'acme',
  upstreamId: 'large',
  model: { modality: 'chat', capabilities: {} },
  price: price && { version: 1, pricing: price, source: 'builtin' },
  ...more,
})

describe('readList', () => {
  it.each([
    ['one provider', ours],
    ['a list of them', [ours]],
  ])('reads our own format: %s', (_what, content) =>
    expect(readList(content)).toMatchObject([
      {
        providerId: 'acme',
        modelId: 'acme/large',
        upstreamId: 'large',
        modality: 'chat',
        pricing: { prompt: '0.000001', completion: '0.000004' },
        isWhole: true,
      },
    ]),
  )

  it('reads LiteLLM’s, without placeholders and unsupported modes', () =>
    expect(readList(litellm)).toMatchObject([
      {
        providerId: 'google',
        modelId: null,
        upstreamId: 'gemini-x',
        modality: 'chat',
        pricing: { prompt: '0.000000125', completion: '0.000033', cached_prompt: '0.00000001' },
      },
      {
        upstreamId: 'gpt-speak',
        modality: 'speech',
        pricing: { prompt: '0.0000006', completion: '0.000012' },
      },
      { upstreamId: 'gpt-draw', pricing: { image: { low: '0.04', medium: '0.04', high: '0.04' } } },
    ]))

  it('reads models.dev’s, by the million, with tiers', () =>
    expect(
      readList({
        'fireworks-ai': {
          id: 'fireworks-ai',
          models: {
            large: {
              cost: { input: 1.25, output: 10, context_over_200k: { input: 2.5, output: 15 } },
              limit: { context: 1000, output: 100 },
            },
            drawer: { cost: { input: 1, output: 2 }, modalities: { output: ['image'] } },
            free: { cost: { input: 0, output: 0 } },
            broken: { cost: 'much' },
          },
        },
        none: 7,
      }),
    ).toMatchObject([
      {
        providerId: 'fireworks',
        modelId: null,
        upstreamId: 'large',
        modality: 'chat',
        contextLength: 1000,
        maxOutputTokens: 100,
        pricing: {
          prompt: '0.00000125',
          completion: '0.00001',
          tiers: [{ above_prompt_tokens: 200_000, prompt: '0.0000025', completion: '0.000015' }],
        },
      },
    ]))

  it.each([
    ['neither', {}, /neither/],
    ['no object', 'prices', /neither/],
    [
      'ours with a fault',
      { ...ours, models: [{ id: 'acme/large', upstream_id: 'large' }] },
      /\[0\]\.models\[0\]\.pricing is required/,
    ],
  ])('refuses what is %s', (_what, content, message) => expect(() => readList(content)).toThrow(message))
})

describe('comparePrices', () => {
  it('finds routes by model or by the provider’s id, and lists unknown models', () => {
    const routes = [
      route('acme/large', pricing),
      route('other', pricing, { providerId: 'google', upstreamId: 'gemini-x' }),
    ]
    const found = comparePrices([...readList(ours), ...readList(litellm)], routes)
    expect(found.changes).toEqual([
      {
        routeId: 'route acme/large',
        modelId: 'acme/large',
        providerId: 'acme',
        before: pricing,
        after: ours.models[0]?.pricing,
      },
      {
        routeId: 'route other',
        modelId: 'other',
        providerId: 'google',
        before: pricing,
        // What the list cannot express stays; a rate by the character is not one of a chat model.
        after: {
          prompt: '0.000000125',
          completion: '0.000033',
          web_search: '0.01',
          cached_prompt: '0.00000001',
        },
      },
    ])
    expect(found.unknown).toEqual([])
    expect(
      comparePrices(readList(litellm), [route('x', pricing, { providerId: 'google' })]).unknown,
    ).toMatchObject([{ upstreamId: 'gemini-x' }])
  })

  it('keeps operators’ prices and skips equal ones', () => {
    const own = { version: 2, pricing, source: 'operator' }
    const { changes, kept } = comparePrices(readList(ours), [route('acme/large', pricing, { price: own })])
    expect([changes.length, kept.length]).toEqual([0, 1])
    const same = route('acme/large', { completion: '0.000004', prompt: '0.000001' })
    expect(comparePrices(readList(ours), [same])).toEqual({ changes: [], kept: [], unknown: [] })
  })

  it('takes in tiers, and service tiers and hours only where the price has them', () => {
    const tiers = [{ above_prompt_tokens: 200_000, prompt: '0.000004', completion: '0.000008' }]
    const list = readList({
      'acme/large': {
        litellm_provider: 'acme',
        mode: 'chat',
        input_cost_per_token: 2e-6,
        output_cost_per_token: 8e-6,
        input_cost_per_token_above_200k_tokens: 4e-6,
        input_cost_per_token_flex: 1e-6,
        output_cost_per_token_flex: 4e-6,
        input_cost_per_token_priority: 4e-6,
        output_cost_per_token_priority: 9e-6,
        off_peak_pricing: {
          input_cost_per_token: 1e-6,
          output_cost_per_token: 1e-6,
          windows: [{ hours_utc: '22:00-06:00' }],
        },
      },
    })
    const flex = { prompt: '0.000003', completion: '0.000003' }
    const cached = { cached_prompt: '0.000001' }
    const [plain, tiered, refined] = [
      pricing,
      { ...pricing, service_tier: { flex } },
      { ...pricing, tiers: [{ ...tiers[0], prompt: '0.000003', ...cached }] },
    ].map((before) => comparePrices(list, [route('acme/large', before)]).changes[0]?.after)
    expect(plain).toEqual({ ...pricing, tiers })
    expect(refined).toEqual({ ...pricing, tiers: [{ ...tiers[0], ...cached }] })
    expect(tiered).toEqual({
      ...pricing,
      tiers,
      service_tier: { flex: { prompt: '0.000001', completion: '0.000004' } },
    })
  })

  it.each([
    ['a model of another kind', 'image', { image: { low: '1', medium: '1', high: '1' } }, 'large', ours],
    [
      'pictures with a price by quality',
      'image',
      { image: { low: '1', medium: '2', high: '3' } },
      'gpt-draw',
      litellm,
    ],
  ])('leaves %s alone', (_what, modality, before, upstreamId, content) => {
    const providerId = upstreamId === 'large' ? 'acme' : 'openai'
    const one = route('acme/large', before, { upstreamId, providerId, model: { modality, capabilities: {} } })
    expect(comparePrices(readList(content), [one]).changes).toEqual([])
  })

  it('finds rates below a list’s, each by what is billed for it, and no options that are not offered', () => {
    const tier = (above_prompt_tokens: number, prompt: string, more = {}) => ({
      above_prompt_tokens,
      prompt,
      completion: '5',
      ...more,
    })
    const sold = {
      prompt: '2',
      completion: '5',
      cached_prompt: '0.5',
      tiers: [tier(100, '4', { cached_prompt: '1' })],
    }
    const shortfalls = findShortfalls(sold, {
      prompt: '2',
      completion: '5.1',
      cached_prompt: '0.4',
      cache_write: '2.5',
      audio_input: '1.9',
      audio_output: '9',
      web_search: '9',
      service_tier: { flex: { prompt: '9', completion: '9' } },
      tiers: [tier(100, '4', { cached_prompt: '1.1' }), tier(200, '5', { cache_write: '4' })],
    })
    expect(shortfalls).toEqual([
      { rate: 'completion', price: '5', cost: '5.1' },
      { rate: 'cache_write', price: '2', cost: '2.5' },
      { rate: 'above_100.cached_prompt', price: '1', cost: '1.1' },
      { rate: 'above_200.prompt', price: '4', cost: '5' },
    ])
    expect(findShortfalls({ prompt: '1', completion: '1' }, sold).map(({ rate }) => rate)).toEqual([
      'prompt',
      'completion',
      'above_100.prompt',
      'above_100.completion',
    ])
    expect(findShortfalls(sold, sold)).toEqual([])
  })

  it('lists differences by rate', () =>
    expect(
      priceDifference(
        { prompt: '1', image: { low: '1', medium: '2', high: '3' } },
        { prompt: '1', image: { low: '1', medium: '4', high: '3' }, request: '5' },
      ),
    ).toEqual([
      { rate: 'image.medium', before: '2', after: '4' },
      { rate: 'request', before: null, after: '5' },
    ]))
})
