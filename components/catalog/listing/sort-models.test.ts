import { expect, test } from 'vitest'
import { listedModel } from '../testing/listed-model'
import { type MeasuredSpeed, sortModels } from './sort-models'

const rate = (usd: string) => ({ prompt: usd, completion: usd })
const models = [
  listedModel({ id: 'v', modality: 'video', created: 5, pricing: { video_token: '0.000001' } }),
  listedModel({ id: 'dear', created: 1, context_length: 32_000, pricing: rate('0.00001') }),
  listedModel({ id: 'cheap', created: 4, context_length: 128_000, pricing: rate('0.0000001') }),
  listedModel({ id: 'also-cheap', created: 4, pricing: rate('0.0000001') }),
  listedModel({
    id: 'i',
    modality: 'image',
    created: 2,
    pricing: { image: { low: '0.01', medium: '0.02', high: '0.03' } },
  }),
]
const speeds = new Map<string, MeasuredSpeed>([
  ['dear', { tps: 90, ttftMs: 800 }],
  ['cheap', { tps: 30, ttftMs: 200 }],
  ['also-cheap', { tps: null, ttftMs: 300 }],
])

test.each([
  ['newest', ['v', 'also-cheap', 'cheap', 'i', 'dear']],
  ['name', ['also-cheap', 'cheap', 'dear', 'i', 'v']],
  ['price', ['also-cheap', 'cheap', 'dear', 'i', 'v']],
  ['context', ['cheap', 'dear', 'also-cheap', 'i', 'v']],
  ['throughput', ['dear', 'cheap', 'also-cheap', 'i', 'v']],
  ['latency', ['cheap', 'also-cheap', 'dear', 'i', 'v']],
] as const)('by %s', (sort, ids) => {
  expect(sortModels(models, sort, speeds).map(({ id }) => id)).toEqual(ids)
})

test('the list that was given stays as it was', () => {
  const before = models.map(({ id }) => id)
  sortModels(models, 'name')
  expect(models.map(({ id }) => id)).toEqual(before)
})
