import { isSecond, type RateName, rateIn, rates, secondRates } from '@/components/catalog/models/price'
import type { Pricing } from '@/lib/catalog/models/schema'

/** Rates as text that people type, and back. */

/** The rates of a price as form text, per million tokens or per unit; empty where the price has none. */
export function textsOf(pricing: Pricing | null | undefined, names: readonly RateName[]): string[] {
  return names.map((name) => {
    const rate = pricing ? rateIn(pricing, name) : undefined
    if (rate === undefined) return ''
    return rates[name].per === 'million' ? toPerMillion(rate) : rate
  })
}

export type Problem = { name: RateName; message: string }

export const notAnAmount = (name: RateName): Problem => ({
  name,
  message: `${rates[name].label} must be an amount, such as 0.15.`,
})

type ReadPrice = { pricing: Pricing } | { wrong: RateName }

/** The price that the texts stand for, or the first rate whose text is invalid. */
export function readRates(
  texts: readonly string[],
  names: readonly RateName[],
  base: Pricing | null | undefined,
): ReadPrice {
  const pricing: Pricing = { ...base }
  const image: Partial<NonNullable<Pricing['image']>> = {}
  const seconds: NonNullable<Pricing['video_second']> = {}
  for (const [index, name] of names.entries()) {
    const text = texts[index]?.trim() ?? ''
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
  if (names.some(isSecond)) return { pricing: withSeconds(pricing, seconds) }
  return names.includes('image.low') ? withImage(pricing, image) : { pricing }
}

/** The server checks which resolutions a model needs. */
function withSeconds(pricing: Pricing, seconds: NonNullable<Pricing['video_second']>): Pricing {
  const { video_second: _before, ...rest } = pricing
  return Object.keys(seconds).length === 0 ? rest : { ...rest, video_second: seconds }
}

/** Images have a price for each quality, or none. */
function withImage(pricing: Pricing, image: Partial<NonNullable<Pricing['image']>>): ReadPrice {
  const { low, medium, high } = image
  const { image: _before, ...rest } = pricing
  if (low === undefined && medium === undefined && high === undefined) return { pricing: rest }
  if (low === undefined) return { wrong: 'image.low' }
  if (medium === undefined) return { wrong: 'image.medium' }
  if (high === undefined) return { wrong: 'image.high' }
  return { pricing: { ...rest, image: { low, medium, high } } }
}

// Prices are stored per token and typed per million tokens, both as decimal strings, never as floats.
const decimal = /^(\d{1,9})(?:[.,](\d{1,15}))?$/
/** `1,000` may mean one thousand or one. */
const ambiguous = /^[1-9]\d{0,2},\d{3}$/

function readDecimal(typed: string): { whole: string; fraction: string } | null {
  const text = typed.trim()
  const [, whole, fraction = ''] = ambiguous.test(text) ? [] : (decimal.exec(text) ?? [])
  return whole === undefined ? null : { whole, fraction }
}

/** `"0.00000015"` → `"0.15"` */
export function toPerMillion(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.')
  const digits = fraction.padEnd(6, '0')
  return trimZeros(whole + digits.slice(0, 6), digits.slice(6))
}

/** `"0.15"` → `"0.00000015"`; null for an invalid price or too many decimals. */
export function fromPerMillion(text: string): string | null {
  const typed = readDecimal(text)
  if (typed === null) return null
  const digits = typed.whole.padStart(7, '0')
  const rate = trimZeros(digits.slice(0, -6), digits.slice(-6) + typed.fraction)
  return (rate.split('.')[1] ?? '').length > 15 ? null : rate
}

/** A typed price per unit, normalized; null where it is invalid. */
export function fromPiece(text: string): string | null {
  const typed = readDecimal(text)
  return typed && trimZeros(typed.whole, typed.fraction)
}

function trimZeros(whole: string, fraction: string): string {
  const rest = fraction.replace(/0+$/, '')
  return `${BigInt(whole)}${rest === '' ? '' : `.${rest}`}`
}
