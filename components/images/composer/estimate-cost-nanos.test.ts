import { expect, it } from 'vitest'
import { estimateCostNanos } from './estimate-cost-nanos'

const pricing = { image: { low: '0.005', medium: '0.01', high: '0.02' } }

it.each([
  [{ quality: 'medium', n: 3, way: 'generate' }, 30_000_000],
  [{ quality: 'auto', n: 1, way: 'edit' }, 20_000_000],
  [{ quality: 'low', n: 4, way: 'vary' }, 20_000_000],
] as const)('says the most that %j can cost', (draft, nanos) => {
  expect(estimateCostNanos(draft, pricing)).toBe(nanos)
})

it('says nothing where tokens are billed', () => {
  expect(estimateCostNanos({ quality: 'low', n: 1, way: 'generate' }, { prompt: '0.000005' })).toBeNull()
})
