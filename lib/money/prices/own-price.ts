import type { z } from 'zod'
import { formatRate, parseRate } from './price'
import { Pricing as PricingSchema, ratePattern } from './schema'

/** A customer's own price is a price of the catalog, with its rates multiplied by a factor or replaced by agreed ones. */

type Pricing = z.infer<typeof PricingSchema>

const MILLION = 1_000_000

/** Factors on a price as one, with the six decimals that `scalePrice` counts. */
export function combineFactors(...factors: readonly number[]): number {
  return Math.round(factors.reduce((product, factor) => product * factor, 1) * MILLION) / MILLION
}

/** Decimal strings as `scalePrice` scales numbers. Rates per second are cut to the twelve decimals that they may have. */
export function scalePricing(pricing: Pricing, factor: number): Pricing {
  return PricingSchema.parse(scaleTexts(pricing, BigInt(Math.round(factor * MILLION))))
}

const PICO_FEMTOS = 1000n

/** Every text that is a rate, at any depth; times of day and names are none. */
function scaleTexts(value: unknown, millionths: bigint, step = 1n): unknown {
  if (typeof value === 'string') {
    if (!ratePattern.test(value)) return value
    const femtos = (parseRate(value) * millionths) / BigInt(MILLION)
    return formatRate(femtos - (femtos % step))
  }
  if (Array.isArray(value)) return value.map((one) => scaleTexts(one, millionths, step))
  if (typeof value !== 'object' || value === null) return value
  const scaled = Object.entries(value).map(([name, inner]) => [
    name,
    scaleTexts(inner, millionths, name.endsWith('_second') ? PICO_FEMTOS : step),
  ])
  return Object.fromEntries(scaled)
}

/** The catalog's price with a customer's own rates. Flat fees per request and search stay where those have none. */
export function withAgreedRates({ request, web_search }: Pricing, agreed: Pricing): Pricing {
  return { ...(request && { request }), ...(web_search && { web_search }), ...agreed }
}

/** What is billed at all: own rates must have the same of these as the catalog's price, so that nothing becomes free or is billed twice. */
const billed = [
  'prompt',
  'completion',
  'image',
  'video_token',
  'video_second',
  'character',
  'audio_second',
] as const

/** The first rate that own rates lack, or have beyond the catalog's price; undefined where they can replace it. */
export function unfitRate(listed: Pricing, agreed: Pricing): string | undefined {
  const unfit = billed.find((name) => (listed[name] === undefined) !== (agreed[name] === undefined))
  if (unfit !== undefined) return unfit
  const seconds = Object.keys(listed.video_second ?? {})
  const missing = seconds.find((name) => !Object.hasOwn(agreed.video_second ?? {}, name))
  return missing && `video_second.${missing}`
}
