import { expect, test } from 'vitest'
import { listedModel } from '@/components/catalog/models/testing'
import { type Modality, Pricing } from '@/lib/catalog/models/schema'
import { priceExtras, priceRows } from './price-rows'
import { tenDollarsBuy } from './pricing-page'

const extrasOf = (modality: Modality, pricing: Pricing) =>
  priceRows([listedModel({ id: 'acme/one', modality, pricing: Pricing.parse(pricing) })], modality).map(
    priceExtras,
  )

test('prices that few models have are listed beside the columns', () => {
  const pricing = {
    prompt: '0.000003',
    cache_write: '0.00000375',
    cache_write_1h: '0.000006',
    web_search: '0.01',
    audio_output: '0.00008',
    service_tier: { flex: { prompt: '0.0000015', completion: '0.000006' } },
  }
  expect(extrasOf('chat', pricing)).toEqual([
    [
      { name: 'Cache write', amount: '$3.75' },
      { name: 'Cache write (1 h)', amount: '$6.00' },
      { name: 'Audio output', amount: '$80.00' },
      { name: 'Tier flex', amount: '$1.50 in, $6.00 out per M tokens' },
      { name: 'Web search', amount: '$0.01 each' },
    ],
  ])
})

test('what costs nothing is not listed', () => {
  expect(extrasOf('chat', { prompt: '0.000003', request: '0', web_search: '0.0' })).toEqual([[]])
})

test('what has a column among models of its kind is not listed there', () => {
  expect(extrasOf('chat', { cached_prompt: '0.0000003' })).toEqual([[]])
  expect(extrasOf('rerank', { request: '0.002' })).toEqual([[]])
  expect(extrasOf('image', { cached_prompt: '0.0000003' })).toEqual([
    [{ name: 'Cached input', amount: '$0.30' }],
  ])
})

test('ten dollars are counted in what each kind of model is billed by', () => {
  const model = (modality: Modality, name: string, pricing: Pricing) =>
    listedModel({ id: `acme/${name}`, name, modality, pricing: Pricing.parse(pricing) })
  expect(
    tenDollarsBuy([
      model('chat', 'Talk', { prompt: '0.000001', completion: '0.000002' }),
      model('image', 'Paint', { image: { low: '0.01', medium: '0.02', high: '0.04' } }),
      model('chat', 'Free', { prompt: '0', completion: '0' }),
    ]),
  ).toEqual(['10M input tokens of Talk', '500 images of Paint'])
})
