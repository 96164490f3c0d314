import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mostNanosOf, parsePrice, priceOf, totalNanosOf } from '@/lib/money/prices/price'
import type { TokenKind } from '@/lib/money/prices/rates'
import { readBuiltinSeed } from './internal/seed-files'

/** Every token price of the catalog, with the thresholds that its readings should be around. */
const catalog = readBuiltinSeed().flatMap(({ id, models }) =>
  models
    .filter(({ modality }) => modality === 'chat' || modality === 'image' || modality === 'embedding')
    .map((model) => ({
      name: `${id} ${model.id}`,
      pricing: model.pricing,
      price: parsePrice(model.pricing),
    })),
)
const kinds: readonly TokenKind[] = [
  'cacheWrite',
  'cacheWriteHour',
  'imageInput',
  'audioInput',
  'cachedAudioInput',
  'imageOutput',
  'audioOutput',
]

it.each(catalog)('no reading of $name costs more than its estimate', ({ price }) => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const edges = [price, ...price.hours.map((one) => one.price), ...price.serviceTiers.values()].flatMap(
    ({ tiers }) => tiers.flatMap(({ abovePromptTokens: above }) => [above, above + 1]),
  )
  const length = fc.oneof(fc.nat({ max: 1_000_000 }), fc.constantFrom(0, ...edges))
  const names = [
    'cachedTokens',
    'cacheWriteTokens',
    'cacheWriteHourTokens',
    'imageInputTokens',
    'audioInputTokens',
  ] as const
  const arrivedAt = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
  const serviceTier = fc.constantFrom(null, ...price.serviceTiers.keys())
  const parts = fc.array(share, { minLength: 8, maxLength: 8 })
  const check = fc.property(
    length,
    length,
    parts,
    arrivedAt,
    serviceTier,
    (prompt, completion, of, at, tier) => {
      const part = (index: number, whole: number) => Math.floor(whole * (of[index] ?? 0))
      const used = {
        ...Object.fromEntries(names.map((name, index) => [name, part(index, prompt)])),
        promptTokens: prompt,
        cachedAudioTokens: part(5, prompt),
        completionTokens: completion,
        audioTokens: part(6, completion),
        imageOutputTokens: part(7, completion),
        serviceTier: tier,
        arrivedAt: at,
        requests: 1,
      }
      const bill = totalNanosOf(price, used)
      const most = { promptTokens: prompt, completionTokens: completion, serviceTier: tier, requests: 1 }
      expect(mostNanosOf(price, most, kinds)).toBeGreaterThanOrEqual(bill)
      const longer = { ...most, promptTokens: prompt + part(0, 500_000) }
      expect(mostNanosOf(price, longer, kinds)).toBeGreaterThanOrEqual(bill)
      expect(priceOf(price, used).totalNanos).toBe(bill)
    },
  )
  fc.assert(check, { numRuns: 30 })
})
