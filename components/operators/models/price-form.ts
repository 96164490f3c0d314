import type { Modality, Pricing } from '@/lib/catalog/schema'
import type { OperatorPrice } from '@/lib/operators/catalog-schema'
import { isSecond, type RateName, rateIn, rates, ratesOf, secondRates } from './price-lines'
import { fromPerMillion, fromPiece, toPerMillion } from './rates'

/** Rates as they are typed, per million tokens or by the piece; empty: the price has none. */
export type RateTexts = Partial<Record<RateName, string>>

export function textsOf(latest: OperatorPrice | undefined, modality: Modality): RateTexts {
  return Object.fromEntries(
    ratesOf[modality].map((name) => {
      const rate = latest && rateIn(latest.pricing, name)
      if (rate === undefined) return [name, '']
      return [name, rates[name].per === 'million' ? toPerMillion(rate) : rate]
    }),
  )
}

export type ReadPrice = { pricing: Pricing } | { wrong: RateName }

/** The price that the texts mean, or the first one that is no rate. What the form does not show stays as it was. */
export function readPrice(
  texts: RateTexts,
  modality: Modality,
  latest: OperatorPrice | undefined,
): ReadPrice {
  const pricing: Pricing = { ...latest?.pricing }
  const image: Partial<NonNullable<Pricing['image']>> = {}
  const seconds: NonNullable<Pricing['video_second']> = {}
  for (const name of ratesOf[modality]) {
    const text = texts[name]?.trim() ?? ''
    const rate = text === '' ? undefined : (rates[name].per === 'million' ? fromPerMillion : fromPiece)(text)
    if (rate === null) return { wrong: name }
    if (name === 'image.low' || name === 'image.medium' || name === 'image.high') {
      if (rate !== undefined)
        image[name === 'image.low' ? 'low' : name === 'image.medium' ? 'medium' : 'high'] = rate
    } else if (isSecond(name)) {
      if (rate !== undefined) seconds[secondRates[name]] = rate
    } else if (rate === undefined) delete pricing[name]
    else pricing[name] = rate
  }
  if (modality === 'video') return { pricing: withSeconds(pricing, seconds) }
  if (modality !== 'image') return { pricing }
  return withImage(pricing, image)
}

/** Which of them a model needs, its resolutions say; the server knows them. */
function withSeconds(pricing: Pricing, seconds: NonNullable<Pricing['video_second']>): Pricing {
  const { video_second: _before, ...rest } = pricing
  return Object.keys(seconds).length === 0 ? rest : { ...rest, video_second: seconds }
}

/** Pictures have a price for each quality, or none. */
function withImage(pricing: Pricing, image: Partial<NonNullable<Pricing['image']>>): ReadPrice {
  const { low, medium, high } = image
  const { image: _before, ...rest } = pricing
  if (low === undefined && medium === undefined && high === undefined) return { pricing: rest }
  if (low === undefined) return { wrong: 'image.low' }
  if (medium === undefined) return { wrong: 'image.medium' }
  if (high === undefined) return { wrong: 'image.high' }
  return { pricing: { ...rest, image: { low, medium, high } } }
}
