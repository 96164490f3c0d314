import { describe, expect, it } from 'vitest'
import { comparePrices, priceDifference, readPriceList } from './price-list'

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

describe('readPriceList', () => {
  it.each([
    ['one provider', ours],
    ['a list of them', [ours]],
  ])('reads our own format: %s', (_what, content) =>
    expect(readPriceList(content)).toEqual([
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
    expect(readPriceList(litellm)).toMatchObject([
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

  it.each([
    ['neither', {}, /neither/],
    ['no object', 'prices', /neither/],
    [
      'ours with a fault',
      { ...ours, models: [{ id: 'acme/large', upstream_id: 'large' }] },
      /\[0\]\.models\[0\]\.pricing is required/,
    ],
  ])('refuses what is %s', (_what, content, message) => expect(() => readPriceList(content)).toThrow(message))
})

describe('comparePrices', () => {
  it('finds routes by model or by the provider’s id, and lists unknown models', () => {
    const routes = [
      route('acme/large', pricing),
      route('other', pricing, { providerId: 'google', upstreamId: 'gemini-x' }),
    ]
    const found = comparePrices([...readPriceList(ours), ...readPriceList(litellm)], routes)
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
      comparePrices(readPriceList(litellm), [route('x', pricing, { providerId: 'google' })]).unknown,
    ).toMatchObject([{ upstreamId: 'gemini-x' }])
  })

  it('keeps operators’ prices and skips equal ones', () => {
    const own = { version: 2, pricing, source: 'operator' }
    const { changes, kept } = comparePrices(readPriceList(ours), [
      route('acme/large', pricing, { price: own }),
    ])
    expect([changes.length, kept.length]).toEqual([0, 1])
    const same = route('acme/large', { completion: '0.000004', prompt: '0.000001' })
    expect(comparePrices(readPriceList(ours), [same])).toEqual({ changes: [], kept: [], unknown: [] })
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
    expect(comparePrices(readPriceList(content), [one]).changes).toEqual([])
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
