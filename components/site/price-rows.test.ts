import { expect, test } from 'vitest'
import { listedModel } from '@/components/catalog/models/testing'
import { type Modality, Pricing } from '@/lib/catalog/models/schema'
import { priceExtras, priceRows } from './price-rows'

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
      { name: 'Tier flex', amount: '$1.50 in, $6.00 out' },
      { name: 'Web search', amount: '$0.01 each' },
    ],
  ])
})

test('what costs nothing is not listed', () => {
  expect(extrasOf('chat', { prompt: '0.000003', request: '0', web_search: '0.0' })).toEqual([[]])
})

test('cached input has a column among chat models, and none elsewhere', () => {
  expect(extrasOf('chat', { cached_prompt: '0.0000003' })).toEqual([[]])
  expect(extrasOf('image', { cached_prompt: '0.0000003' })).toEqual([
    [{ name: 'Cached input', amount: '$0.30' }],
  ])
})
