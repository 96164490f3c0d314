import { expect, test } from 'vitest'
import { mainPrice } from './main-price'
import { priceColumns } from './price-columns'
import { priceLines } from './price-lines'

const image = { low: '0.005', medium: '0.01', high: '0.02' }

test('a price is told line by line, as a bill counts it', () => {
  expect(
    priceLines({ prompt: '0.0000025', cached_prompt: '0.00000125', completion: '0.00001', request: '0.001' }),
  ).toEqual([
    { item: 'Input', amount: '$2.50', unit: 'per million tokens' },
    { item: 'Cached input', amount: '$1.25', unit: 'per million tokens' },
    { item: 'Output', amount: '$10.00', unit: 'per million tokens' },
    { item: 'Request', amount: '$0.001', unit: 'per request' },
  ])
  expect(priceLines({ image }).map(({ amount }) => amount)).toEqual(['$0.005', '$0.01', '$0.02'])
})

test('in two columns: what goes in, and what comes out', () => {
  expect(priceColumns({ prompt: '0.000001', completion: '0.000002' })).toEqual({
    input: { amount: '$1.00', unit: 'per M tokens' },
    output: { amount: '$2.00', unit: 'per M tokens' },
  })
  expect(priceColumns({ image })).toEqual({
    input: null,
    output: { amount: '$0.005 – $0.02', unit: 'per picture' },
  })
  expect(priceColumns({ video_token: '0.0000025' }).output).toEqual({
    amount: '$2.50',
    unit: 'per M tokens',
  })
})

test('a kind is compared by a measure of its own', () => {
  expect(mainPrice('chat', { prompt: '0.000003', completion: '0.00001' })).toEqual({ unit: 'tokens', usd: 3 })
  expect(mainPrice('image', { image })).toEqual({ unit: 'picture', usd: 0.01 })
  expect(mainPrice('image', { prompt: '0.00001', completion: '0.00004' })?.unit).toBe('tokens')
  expect(mainPrice('video', { video_token: '0.000001' })).toEqual({ unit: 'video-tokens', usd: 1 })
  expect(mainPrice('video', {})).toBeNull()
})
