import { describe, expect, it } from 'vitest'
import { readCited, writeCited } from './cited-rows.mjs'
import { genaiPrices, litellm, markIntroductory, modelPrices, modelsDev } from './collect.mjs'
import { generateModel } from './generate.mjs'

const route = { provider: 'google', upstreamId: 'flash', modality: 'chat' }
const pairs = (rates: Map<string, string> | undefined) => Object.fromEntries(rates ?? [])

describe('a data set', () => {
  it('of LiteLLM is read with tiers, service tiers, hours, media and its end date', () => {
    const find = litellm({
      'gemini/flash': {
        litellm_provider: 'gemini',
        mode: 'chat',
        deprecation_date: '2026-12-31',
        max_input_tokens: 1000,
        input_cost_per_token: 1e-6,
        output_cost_per_token: 4e-6,
        output_cost_per_reasoning_token: 4e-6,
        cache_creation_input_token_cost_above_1hr: 2e-6,
        cache_read_input_token_cost: 0,
        input_cost_per_token_above_200k_tokens: 2e-6,
        output_cost_per_token_above_200k_tokens: 6e-6,
        input_cost_per_token_flex: 5e-7,
        output_cost_per_token_flex: 2e-6,
        input_cost_per_token_above_200k_tokens_priority: 4e-6,
        output_cost_per_token_batches: 2e-6,
        input_cost_per_audio_token: 3e-6,
        search_context_cost_per_query: { search_context_size_medium: 0.014 },
        off_peak_pricing: {
          input_cost_per_token: 5e-7,
          output_cost_per_token: 2e-6,
          windows: [
            { hours_utc: ['10:00-00:00'], weekdays: [1, 2, 3, 4, 5] },
            { hours_utc: ['00:00-00:00'], weekdays: [6, 7] },
          ],
        },
      },
    })
    expect(pairs(find(route))).toEqual({
      ends: '2026-12-31',
      prompt: '0.000001',
      completion: '0.000004',
      cache_write_1h: '0.000002',
      'above_200000.prompt': '0.000002',
      'above_200000.completion': '0.000006',
      'flex.prompt': '0.0000005',
      'flex.completion': '0.000002',
      'priority.above_200000.prompt': '0.000004',
      'batch.completion': '0.000002',
      audio_input: '0.000003',
      web_search: '0.014',
      'off_peak.prompt': '0.0000005',
      'off_peak.completion': '0.000002',
      'off_peak.hours': '10:00-00:00@12345,00:00-00:00@67',
    })
    expect(find({ ...route, upstreamId: 'other' })).toBeUndefined()
    expect(find({ ...route, provider: 'openai' })).toBeUndefined()
  })

  it('of models.dev and model-prices is read by the million, the latter as it is last', () => {
    const cost = {
      input: 1,
      output: 4,
      cache_read: 0.1,
      tiers: [{ tier: { size: 200_000 }, input: 2, output: 6 }],
    }
    const rates = {
      prompt: '0.000001',
      completion: '0.000004',
      cached_prompt: '0.0000001',
      'above_200000.prompt': '0.000002',
      'above_200000.completion': '0.000006',
    }
    expect(pairs(modelsDev({ google: { models: { flash: { cost } } } })(route))).toEqual(rates)
    const { tiers, ...base } = cost
    const last = {
      ...base,
      tiers: tiers.map(({ tier, ...tierRates }) => ({ above: tier.size, ...tierRates })),
    }
    const history = [{ rates: { input: 9, output: 9 } }, { rates: last }]
    const batch = [{ rates: null }, { rates: { input: 0.5, output: 2 } }]
    const find = modelPrices({
      prices: { google: { flash: { standard: history, batch } } },
      status: { google: { flash: 'removed' } },
    })
    expect(pairs(find(route))).toEqual({
      status: 'removed',
      ...rates,
      'batch.prompt': '0.0000005',
      'batch.completion': '0.000002',
    })
  })

  it('of genai-prices is read with a later price, which makes the others’ present one introductory', () => {
    const models = [
      { match: { starts_with: 'flash-lite' }, prices: { input_mtok: 9 } },
      {
        match: { or: [{ equals: 'flash' }, { equals: 'flash-latest' }] },
        prices: [
          { prices: { input_mtok: 0.75, output_mtok: { base: 3, tiers: [{ start: 199_999, price: 6 }] } } },
          {
            constraint: { type: 'start_date', start_date: '2027-01-01' },
            prices: { input_mtok: 1.5, output_mtok: 6 },
          },
        ],
      },
    ]
    const find = genaiPrices(() => ({ models }), '2026-11-28')
    const later = { prompt: '0.0000015', completion: '0.000006' }
    expect(pairs(find(route))).toEqual({
      ...later,
      'introductory.prompt': '0.00000075',
      'introductory.completion': '0.000003',
      'introductory.above_200000.completion': '0.000006',
    })
    expect(pairs(genaiPrices(() => ({ models }), '2027-01-01')(route))).toEqual(later)
    const present = new Map([
      ['prompt', '0.00000075'],
      ['flex.prompt', '0.0000003'],
    ])
    const [, marked] = markIntroductory([{ rates: find(route) }, { rates: present }])
    expect(pairs(marked?.rates)).toEqual({
      'introductory.prompt': '0.00000075',
      'flex.prompt': '0.0000003',
    })
  })
})

describe('a generated model', () => {
  const model = {
    id: 'google/flash',
    name: 'Flash',
    modality: 'chat',
    upstream_id: 'flash',
    price_threshold: 200_000,
    supported_parameters: ['service_tier'],
    pricing: { prompt: '1', completion: '1' },
    source: 'somewhere',
  }
  const row = (dataSet: string, rates: Record<string, string>) => ({
    provider: 'google',
    model: model.id,
    dataSet,
    version: '1',
    rates: new Map(Object.entries(rates)),
  })

  it('takes every rate of the newest data set, names what it leaves out and where others differ', () => {
    const rows = [
      row('models.dev', { prompt: '0.9', completion: '4', cached_prompt: '0.1' }),
      row('litellm', {
        ends: '2027-01-31',
        prompt: '1',
        completion: '4',
        'above_200000.prompt': '2',
        'above_200000.completion': '6',
        'flex.prompt': '0.5',
        'flex.completion': '2',
        'batch.prompt': '0.5',
        'off_peak.prompt': '0.5',
        'off_peak.completion': '2',
        'off_peak.hours': '22:00-06:00,00:00-00:00@67',
        web_search: '0.01',
        maps_search: '0.02',
      }),
    ]
    const { model: made, differences, leftOut } = generateModel(model, rows)
    const { price_threshold: _threshold, ...kept } = model
    expect(made).toEqual({
      ...kept,
      ends_on: '2027-01-31',
      pricing: {
        prompt: '1',
        completion: '4',
        cached_prompt: '0.1',
        tiers: [{ above_prompt_tokens: 200_000, prompt: '2', completion: '6' }],
        service_tier: { flex: { prompt: '0.5', completion: '2' } },
        hours: [
          { from: '22:00', to: '06:00', prompt: '0.5', completion: '2' },
          { from: '00:00', to: '00:00', weekdays: [6, 7], prompt: '0.5', completion: '2' },
        ],
      },
      source: 'litellm@1, models.dev@1; differs: prompt=0.9 in models.dev',
      left_out: ['batch', 'maps_search', 'web_search'],
    })
    expect(leftOut).toEqual(['batch', 'maps_search', 'web_search'])
    expect(differences).toMatchObject([{ dataSet: 'models.dev', name: 'prompt', rate: '0.9', taken: '1' }])
    expect(generateModel(made, rows).model).toEqual(made)
  })

  it('stays as it is by hand: without rows, of pictures, or with data sets that it leaves out', () => {
    const rows = [row('litellm', { prompt: '2', completion: '2' })]
    for (const [one, its] of [
      [model, []],
      [{ ...model, modality: 'image' }, rows],
      [{ ...model, left_out: ['litellm'] }, rows],
    ] as const)
      expect(generateModel(one, its).model).toEqual(one)
  })

  it('without a price is an error', () =>
    expect(() => generateModel(model, [row('litellm', { prompt: 'much' })])).toThrow('google/flash'))
})

it('rows are written as they are read', () => {
  const text =
    '# Rates\ngoogle\tgoogle/flash\tlitellm@1.2.3\tends=2027-01-01 prompt=0.1 off_peak.hours=1:00-2:00\n'
  expect(readCited(text).rows[0]?.rates.get('off_peak.hours')).toBe('1:00-2:00')
  expect(writeCited(readCited(text))).toBe(text)
})
