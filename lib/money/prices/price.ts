import type { z } from 'zod'
import { recordOf } from './measures'
import {
  dearestRates,
  eachToken,
  type Price,
  type PricedHours,
  type Quantities,
  type TokenKind,
} from './rates'
import {
  type Pricing as PricingSchema,
  ratePattern,
  secondRatePattern,
  TokenRates,
  type VideoRate,
  videoRates,
} from './schema'

/**
 * Prices per unit. On the wire and in the database they are decimal strings in USD; for arithmetic they are integers in
 * femto-dollars (1e-15 USD), so only a bill's total is ever rounded.
 */

type Pricing = z.infer<typeof PricingSchema>

export type { Price, Quantities }

const FEMTO_DIGITS = 15

/** Which variant of a price this is. */
type Place = Pick<Price, 'label' | 'abovePromptTokens'>

export function parsePrice(
  { service_tier, tiers, graduated = false, hours, ...rates }: Pricing,
  place: Place = { label: '', abovePromptTokens: 0 },
): Price {
  const variant = (own: Pricing, ending = '', abovePromptTokens = 0) =>
    parsePrice({ ...othersOf(rates), ...own }, { label: place.label + ending, abovePromptTokens })
  const price = {
    ...parseRates(rates),
    ...place,
    serviceTiers: service_tier ? mapOf(service_tier, (own) => variant(own)) : NO_SERVICE_TIERS,
    tiers:
      tiers?.map(({ above_prompt_tokens: above, ...own }) => variant(own, `_above_${above}`, above)) ?? NONE,
    graduated,
    hours: NONE,
  }
  if (hours === undefined) return Object.freeze(price)
  const priced = hours.map(({ from, to, timezone = 'UTC', weekdays, ...own }): PricedHours => {
    const timed = variant(own, `_from_${from.replace(':', '')}`)
    const { tiers, graduated } = own.tiers ? timed : price
    return {
      from: minuteOf(from),
      to: minuteOf(to),
      timezone,
      weekdays,
      price: { ...timed, tiers, graduated },
    }
  })
  return Object.freeze({ ...price, hours: priced })
}

const NONE: readonly never[] = []
const NO_SERVICE_TIERS: Price['serviceTiers'] = new Map()

function mapOf<From, To>(record: Readonly<Record<string, From>>, to: (from: From) => To): Map<string, To> {
  return new Map(Object.entries(record).map(([name, from]) => [name, to(from)]))
}

/** The rates that are the same in all variants: all but those of tokens. */
function othersOf(rates: Pricing): Pricing {
  return Object.fromEntries(Object.entries(rates).filter(([name]) => !(name in TokenRates.shape)))
}

function parseRates(pricing: Pricing) {
  const { image, prompt: plain, cached_prompt, cache_write, cache_write_1h } = pricing
  const prompt = parseRate(plain)
  const cacheWrite = parseRate(cache_write ?? plain)
  const audioInput = parseOptional(pricing.audio_input)
  return {
    prompt,
    completion: parseRate(pricing.completion),
    cachedPrompt: parseRate(cached_prompt ?? plain),
    cacheWrite,
    cacheWriteHour: cache_write_1h === undefined ? cacheWrite : parseRate(cache_write_1h),
    imageInput: parseOptional(pricing.image_input),
    audioInput,
    cachedAudioInput: parseOptional(pricing.cached_audio_input) ?? audioInput,
    imageOutput: parseOptional(pricing.image_output),
    audioOutput: parseOptional(pricing.audio_output),
    imageLow: parseRate(image?.low),
    imageMedium: parseRate(image?.medium),
    imageHigh: parseRate(image?.high),
    videoToken: parseRate(pricing.video_token),
    videoSecond: parseSeconds(pricing.video_second ?? {}),
    character: parseRate(pricing.character),
    audioSecond: parseRate(pricing.audio_second, secondRatePattern),
    request: parseRate(pricing.request),
    webSearch: parseOptional(pricing.web_search),
  }
}

function parseOptional(rate: string | undefined): bigint | null {
  return rate === undefined ? null : parseRate(rate)
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** A video with audio costs the same as one without unless a rate says otherwise. */
function parseSeconds(given: NonNullable<Pricing['video_second']>): Price['videoSecond'] {
  const rateOf = (rate: VideoRate) =>
    given[rate] ?? given[videoRates.find((one) => rate === `${one}_audio`) ?? rate]
  return Object.freeze(recordOf(videoRates, (rate) => parseRate(rateOf(rate), secondRatePattern)))
}

const MILLION = 1_000_000n

/** The price with every rate multiplied by `factor`, of which six decimals count. */
export function scalePrice(price: Price, factor: number): Price {
  const millionths = BigInt(Math.round(factor * Number(MILLION)))
  return scaledBy(price, (rate) => (rate * millionths) / MILLION)
}

function scaledBy(price: Price, scale: (rate: bigint) => bigint): Price {
  const { videoSecond, serviceTiers, tiers, hours, label, abovePromptTokens, graduated, ...rates } = price
  const scaled = <Rates extends Readonly<Record<string, bigint | null>>>(given: Rates): Rates => {
    const copy: Record<string, bigint | null> = {}
    for (const name in given) copy[name] = given[name] == null ? null : scale(given[name])
    return Object.assign({ ...given }, copy)
  }
  return Object.freeze({
    ...scaled(rates),
    label,
    abovePromptTokens,
    graduated,
    videoSecond: scaled(videoSecond),
    serviceTiers:
      serviceTiers.size === 0
        ? serviceTiers
        : new Map([...serviceTiers].map(([name, tier]) => [name, scaledBy(tier, scale)])),
    tiers: tiers.map((tier) => scaledBy(tier, scale)),
    hours: hours.map((one) => ({ ...one, price: scaledBy(one.price, scale) })),
  })
}

/** Exact, with at least six decimals: `"0.00000015"`. */
export function formatRate(femtos: bigint): string {
  const digits = femtos.toString().padStart(FEMTO_DIGITS + 1, '0')
  const fraction = digits.slice(-FEMTO_DIGITS).replace(/0{1,9}$/, '')
  return `${digits.slice(0, -FEMTO_DIGITS)}.${fraction}`
}

export function parseRate(text: string | undefined, pattern = ratePattern): bigint {
  if (text === undefined) return 0n
  if (!pattern.test(text)) throw new RangeError(`"${text}" is not a price`)
  const [dollars = '0', fraction = ''] = text.split('.')
  return BigInt(dollars + fraction.padEnd(FEMTO_DIGITS, '0'))
}

/** `quantity` is an integer except for seconds. */
type PricedLine = { item: string; quantity: number; unitPrice: string; amountNanos: bigint }
type Priced = { lines: PricedLine[]; totalNanos: bigint }

const FEMTOS_PER_NANO = 1_000_000n
const HALF_NANO = FEMTOS_PER_NANO / 2n

/** The total cost in nano-USD: summed exactly, rounded half up to a nano-dollar once. */
export function totalNanosOf(price: Price, quantities: Quantities): bigint {
  let femtos = HALF_NANO
  eachItem(price, quantities, (_item, count, rate, parts) => {
    femtos += femtosOf(count, rate, parts)
  })
  return femtos / FEMTOS_PER_NANO
}

/**
 * The most that a request can cost, in nano-USD, whatever its tokens turn out to be and whenever it arrives: never less than
 * `totalNanosOf` any quantities up to these.
 */
export function mostNanosOf(price: Price, most: Quantities, kinds: readonly TokenKind[] = []): bigint {
  const { promptTokens = 0, completionTokens = 0 } = most
  const { prompt, completion } = dearestRates(price, most, kinds)
  let femtos = HALF_NANO + prompt * BigInt(promptTokens) + completion * BigInt(completionTokens)
  const add: Visit = (_item, count, rate, parts) => {
    femtos += femtosOf(count, rate, parts)
  }
  eachItem(price, most, add, false)
  return femtos / FEMTOS_PER_NANO
}

/**
 * The bill: one line per item used, free ones included. Amounts are truncated to nano-dollars, and the lost nanos go to the
 * lines that lost most, so the lines always add up to the total.
 */
export function priceOf(price: Price, quantities: Quantities): Priced {
  const exact: ExactLine[] = []
  eachItem(price, quantities, (name, count, rate, parts, label) => {
    const item = name + label
    exact.push({ item, quantity: count / parts, rate, femtos: femtosOf(count, rate, parts) })
  })
  const totalNanos = totalNanosOf(price, quantities)
  const lines = exact.map(({ item, quantity, rate, femtos }) => ({
    item,
    quantity,
    unitPrice: formatRate(rate),
    amountNanos: femtos / FEMTOS_PER_NANO,
  }))
  let missing = lines.reduce((left, line) => left - line.amountNanos, totalNanos)
  const byLoss = exact
    .map((line, index) => ({ index, lost: line.femtos % FEMTOS_PER_NANO }))
    .sort((a, b) => Number(b.lost - a.lost))
  for (const { index } of byLoss) {
    const line = lines[index]
    if (missing === 0n || line === undefined) break
    line.amountNanos += 1n
    missing -= 1n
  }
  return { lines, totalNanos }
}

type ExactLine = { item: string; quantity: number; rate: bigint; femtos: bigint }

/** Exact: rates per second have at most twelve decimals, which milliseconds divide evenly. */
function femtosOf(count: number, rate: bigint, parts: number): bigint {
  const femtos = rate * BigInt(count)
  return parts === 1 ? femtos : femtos / BigInt(parts)
}

type Visit = (item: string, count: number, rate: bigint, parts: number, label: string) => void

/** Each item that was used and has a price, in the order of the bill: `count` is in `parts` of the unit that the rate is for. */
function eachItem(price: Price, used: Quantities, visit: Visit, hasTokens = true): void {
  const add = (item: string, count = 0, rate: bigint | null, parts = 1, label = '') => {
    if (count > 0 && rate !== null) visit(item, count, rate, parts, label)
  }
  const { videoRate } = used
  if (videoRate) add(`video_second_${videoRate}`, used.videoMillis, price.videoSecond[videoRate], 1000)
  add('audio_second', used.audioMillis, price.audioSecond, 1000)
  if (hasTokens) eachToken(price, used, add)
  add('image_low', used.imagesLow, price.imageLow)
  add('image_medium', used.imagesMedium, price.imageMedium)
  add('image_high', used.imagesHigh, price.imageHigh)
  add('video_token', used.videoTokens, price.videoToken)
  add('character', used.characters, price.character)
  add('request', used.requests, price.request === 0n ? null : price.request)
  add('web_search', used.webSearches, price.webSearch)
}
