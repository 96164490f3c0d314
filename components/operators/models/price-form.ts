import { z } from 'zod'
import type { Modality, Pricing } from '@/lib/catalog/schema'
import type { OperatorPrice } from '@/lib/operators/catalog-schema'
import { isSecond, type RateName, rateIn, rates, ratesOf, secondRates } from './price-lines'

/** Rates as they are typed, per million tokens or by the piece; empty: the price has none. */
type RateTexts = Partial<Record<RateName, string>>

/** The rates of a price as they are typed, in the order of the modality's. */
export function textsOf(latest: OperatorPrice | undefined, modality: Modality): string[] {
  return ratesOf[modality].map((name) => {
    const rate = latest && rateIn(latest.pricing, name)
    if (rate === undefined) return ''
    return rates[name].per === 'million' ? toPerMillion(rate) : rate
  })
}

/**
 * The form of a new price: a text for each of the modality's rates, in their order, and from when it holds. It is read
 * into what the API takes.
 */
export function priceForm(modality: Modality, latest: OperatorPrice | undefined) {
  const names = ratesOf[modality]
  return z
    .object({ rates: z.array(z.string()), when: z.enum(['now', 'later']), start: z.string() })
    .transform(({ rates: texts, when, start }, context) => {
      const read = readPrice(Object.fromEntries(names.map((name, i) => [name, texts[i]])), modality, latest)
      const valid_from = when === 'now' ? null : toInstant(start)
      if (when === 'later' && valid_from === null)
        context.addIssue({
          code: 'custom',
          path: ['start'],
          message: 'Choose when the price begins to hold.',
        })
      if ('pricing' in read) return { pricing: read.pricing, valid_from }
      const message = `${rates[read.wrong].label} must be an amount such as 0.15.`
      context.addIssue({ code: 'custom', path: ['rates', names.indexOf(read.wrong)], message })
      return z.NEVER
    })
}

/** The moment that a box for date and time stands for, in the reader's own zone; null while it is none. */
function toInstant(text: string): string | null {
  const moment = new Date(text)
  return text === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

type ReadPrice = { pricing: Pricing } | { wrong: RateName }

/** The price that the texts mean, or the first one that is no rate. What the form does not show stays as it was. */
function readPrice(texts: RateTexts, modality: Modality, latest: OperatorPrice | undefined): ReadPrice {
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

// Prices are kept per token and typed per million tokens. Both are decimal strings; nothing is ever a float.
const decimal = /^(\d{1,9})(?:[.,](\d{1,15}))?$/

/** `"0.00000015"` → `"0.15"` */
export function toPerMillion(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.')
  const digits = fraction.padEnd(6, '0')
  return tidy(whole + digits.slice(0, 6), digits.slice(6))
}

/** `"0.15"` → `"0.00000015"`; null for what is not a price, or finer than one may be. */
export function fromPerMillion(text: string): string | null {
  const match = decimal.exec(text.trim())
  if (match === null) return null
  const [, whole = '0', fraction = ''] = match
  const digits = whole.padStart(7, '0')
  const rate = tidy(digits.slice(0, -6), digits.slice(-6) + fraction)
  return (rate.split('.')[1] ?? '').length > 15 ? null : rate
}

/** A price by the piece, as typed: tidied, or null for what is none. */
export function fromPiece(text: string): string | null {
  const match = decimal.exec(text.trim())
  return match === null ? null : tidy(match[1] ?? '0', match[2] ?? '')
}

function tidy(whole: string, fraction: string): string {
  const rest = fraction.replace(/0+$/, '')
  return `${BigInt(whole)}${rest === '' ? '' : `.${rest}`}`
}
