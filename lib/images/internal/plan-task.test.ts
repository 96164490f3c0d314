import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parsePrice, totalNanosOf } from '@/lib/billing/price'
import type { ResolvedRoute } from '@/lib/routing/schema'
import { boundCost, estimateTokens } from './plan-task'
import { TaskSettings } from './task-record'

const settings = (change: object = {}): TaskSettings =>
  TaskSettings.parse({
    n: 1,
    size: '1024x1024',
    quality: 'high',
    outputFormat: 'png',
    outputCompression: null,
    background: 'auto',
    moderation: 'auto',
    seed: null,
    ...change,
  })
const route = (pricing: Parameters<typeof parsePrice>[0]) => ({ price: parsePrice(pricing) }) as ResolvedRoute
const perImage = route({ image: { low: '0.01', medium: '0.04', high: '0.17' } })
const perToken = route({ prompt: '0.000005', completion: '0.00004' })
const asked = (change: object = {}) => ({
  kind: 'generation' as const,
  prompt: 'x',
  settings: settings(change),
})

it.each([
  [{ quality: 'low', n: 3 }, 30_000_000n],
  [{ quality: 'medium' }, 40_000_000n],
  [{ quality: 'auto', n: 10 }, 1_700_000_000n],
])('%j costs at most %s nano-dollars by the image', (change, nanos) => {
  expect(boundCost([perImage], asked(change))).toBe(nanos)
})

it('is that of the most expensive route', () => {
  const dear = route({ image: { low: '1', medium: '1', high: '1' } })
  expect(boundCost([perImage, dear], asked())).toBe(1_000_000_000n)
})

it('covers what any picture of the same request can be billed at', () => {
  const kind = fc.constantFrom('low', 'medium', 'high')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), kind, fc.string(), (n, quality, prompt) => {
      const bound = boundCost([perImage, perToken], {
        kind: 'generation',
        prompt,
        settings: settings({ n, quality: 'auto', size: 'auto' }),
      })
      const made = { settings: { n, quality: quality as 'low', size: '1536x1024' }, prompt, sourceCount: 0 }
      expect(bound).toBeGreaterThanOrEqual(totalNanosOf(perToken.price, estimateTokens(made)))
      const images = { low: 'imagesLow', medium: 'imagesMedium', high: 'imagesHigh' }[quality] ?? ''
      expect(bound).toBeGreaterThanOrEqual(totalNanosOf(perImage.price, { [images]: n }))
    }),
  )
})

it('counts tokens after the published tables', () => {
  const tokens = (quality: 'low' | 'medium' | 'high', size: string) =>
    estimateTokens({ prompt: null, sourceCount: 0, settings: { n: 1, quality, size } }).completionTokens
  expect([tokens('low', '1024x1024'), tokens('medium', '1024x1536'), tokens('high', '1536x1024')]).toEqual([
    272, 1584, 6240,
  ])
})
