import type { z } from 'zod'
import { type Counted, recordOf } from './measures'
import {
  type Pricing as PricingSchema,
  ratePattern,
  secondRatePattern,
  type VideoRate,
  videoRates,
} from './schema'

/**
 * Prices per unit. On the wire and in the database they are decimal strings in USD; for arithmetic they are integers in
 * femto-dollars (1e-15 USD), so only a bill's total is ever rounded.
 */

type Pricing = z.infer<typeof PricingSchema>

export type Price = {
  readonly prompt: bigint
  readonly completion: bigint
  /** Defaults to `prompt`. */
  readonly cachedPrompt: bigint
  /** Tokens written to a cache for minutes; defaults to `prompt`. */
  readonly cacheWrite: bigint
  /** Tokens written to a cache for an hour; defaults to `cacheWrite`. */
  readonly cacheWriteHour: bigint
  readonly imageLow: bigint
  readonly imageMedium: bigint
  readonly imageHigh: bigint
  readonly videoToken: bigint
  /** Rates with audio default to those without. */
  readonly videoSecond: Readonly<Record<VideoRate, bigint>>
  /** Text to speech: per character of the input. */
  readonly character: bigint
  /** Transcriptions: per second of audio. */
  readonly audioSecond: bigint
  readonly request: bigint
  /** Null: no known price. */
  readonly webSearch: bigint | null
  /** Per audio token in the answer; null: no known price. */
  readonly audioOutput: bigint | null
  /** Complete prices of service tiers that have their own. */
  readonly serviceTiers: ReadonlyMap<string, Price>
}

const FEMTO_DIGITS = 15

export function parsePrice(pricing: Pricing): Price {
  const { service_tier: tiers, audio_output: audio } = pricing
  const prompt = parseRate(pricing.prompt)
  const cacheWrite = pricing.cache_write === undefined ? prompt : parseRate(pricing.cache_write)
  return Object.freeze({
    prompt,
    completion: parseRate(pricing.completion),
    cachedPrompt: pricing.cached_prompt === undefined ? prompt : parseRate(pricing.cached_prompt),
    cacheWrite,
    cacheWriteHour: pricing.cache_write_1h === undefined ? cacheWrite : parseRate(pricing.cache_write_1h),
    imageLow: parseRate(pricing.image?.low),
    imageMedium: parseRate(pricing.image?.medium),
    imageHigh: parseRate(pricing.image?.high),
    videoToken: parseRate(pricing.video_token),
    videoSecond: parseSeconds(pricing.video_second ?? {}),
    character: parseRate(pricing.character),
    audioSecond: parseRate(pricing.audio_second, secondRatePattern),
    request: parseRate(pricing.request),
    webSearch: pricing.web_search === undefined ? null : parseRate(pricing.web_search),
    audioOutput: audio === undefined ? null : parseRate(audio),
    serviceTiers: tiers === undefined ? NO_TIERS : parseTiers(tiers, pricing),
  })
}

const NO_TIERS: Price['serviceTiers'] = new Map()

/** A tier has its own token rates; searches and the flat fee per request are the same in all tiers. */
function parseTiers(
  tiers: NonNullable<Pricing['service_tier']>,
  { request, web_search }: Pricing,
): Price['serviceTiers'] {
  return new Map(
    Object.entries(tiers).map(([name, rates]) => [name, parsePrice({ request, web_search, ...rates })]),
  )
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
  const scale = (rate: bigint) => (rate * millionths) / MILLION
  const { webSearch, audioOutput, videoSecond, serviceTiers, ...rates } = price
  const scaled = <Name extends string>(given: Readonly<Record<Name, bigint>>) => {
    const copy: Record<Name, bigint> = { ...given }
    for (const name in copy) copy[name] = scale(copy[name])
    return copy
  }
  return Object.freeze({
    ...scaled(rates),
    webSearch: webSearch === null ? null : scale(webSearch),
    audioOutput: audioOutput === null ? null : scale(audioOutput),
    videoSecond: scaled(videoSecond),
    serviceTiers: new Map([...serviceTiers].map(([name, tier]) => [name, scalePrice(tier, factor)])),
  })
}

/** Exact, with at least six decimals: `"0.00000015"`. */
export function formatRate(femtos: bigint): string {
  const digits = femtos.toString().padStart(FEMTO_DIGITS + 1, '0')
  const fraction = digits.slice(-FEMTO_DIGITS).replace(/0{1,9}$/, '')
  return `${digits.slice(0, -FEMTO_DIGITS)}.${fraction}`
}

function parseRate(text: string | undefined, pattern = ratePattern): bigint {
  if (text === undefined) return 0n
  if (!pattern.test(text)) throw new RangeError(`"${text}" is not a price`)
  const [dollars = '0', fraction = ''] = text.split('.')
  return BigInt(dollars + fraction.padEnd(FEMTO_DIGITS, '0'))
}

/** What a request is billed for. */
export type Quantities = Counted & {
  imagesLow?: number
  imagesMedium?: number
  imagesHigh?: number
  videoTokens?: number
  /** The rate per second of video; without one, seconds are free. */
  videoRate?: VideoRate | null | undefined
  /** Requests with the flat fee. */
  requests?: number
  /** Ignored where the tier has no own prices. */
  serviceTier?: string | null | undefined
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
 * The bill: one line per item used, free ones included. Amounts are truncated to nano-dollars, and the lost nanos go to the
 * lines that lost most, so the lines always add up to the total.
 */
export function priceOf(price: Price, quantities: Quantities): Priced {
  const exact: ExactLine[] = []
  eachItem(price, quantities, (item, count, rate, parts) => {
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

function priceIn(price: Price, { serviceTier }: Quantities): Price {
  return serviceTier ? (price.serviceTiers.get(serviceTier) ?? price) : price
}

/** Without an audio price, audio tokens cost the same as text tokens. */
function audioTokensOf(price: Price, { audioTokens = 0, completionTokens = 0 }: Quantities): number {
  return price.audioOutput === null ? 0 : Math.min(audioTokens, completionTokens)
}

/** Splits the prompt so that each token is billed once, even where an upstream's counts overlap or exceed the total. */
function promptPartsOf(quantities: Quantities) {
  const prompt = quantities.promptTokens ?? 0
  const cached = Math.min(quantities.cachedTokens ?? 0, prompt)
  const allWritten = Math.min(quantities.cacheWriteTokens ?? 0, prompt - cached)
  const writtenHour = Math.min(quantities.cacheWriteHourTokens ?? 0, allWritten)
  return { plain: prompt - cached - allWritten, cached, written: allWritten - writtenHour, writtenHour }
}

type ExactLine = { item: string; quantity: number; rate: bigint; femtos: bigint }

/** Exact: rates per second have at most twelve decimals, which milliseconds divide evenly. */
function femtosOf(count: number, rate: bigint, parts: number): bigint {
  const femtos = rate * BigInt(count)
  return parts === 1 ? femtos : femtos / BigInt(parts)
}

/** Each item that was used and has a price, in the order of the bill: `count` is in `parts` of the unit that the rate is for. */
function eachItem(
  plainPrice: Price,
  used: Quantities,
  visit: (item: string, count: number, rate: bigint, parts: number) => void,
): void {
  const price = priceIn(plainPrice, used)
  const { plain, cached, written, writtenHour } = promptPartsOf(used)
  const audio = audioTokensOf(price, used)
  const add = (item: string, count = 0, rate: bigint | null, parts = 1) => {
    if (count > 0 && rate !== null) visit(item, count, rate, parts)
  }
  const { videoRate } = used
  if (videoRate) add(`video_second_${videoRate}`, used.videoMillis, price.videoSecond[videoRate], 1000)
  add('audio_second', used.audioMillis, price.audioSecond, 1000)
  add('prompt', plain, price.prompt)
  add('cached_prompt', cached, price.cachedPrompt)
  add('cache_write', written, price.cacheWrite)
  add('cache_write_1h', writtenHour, price.cacheWriteHour)
  add('completion', (used.completionTokens ?? 0) - audio, price.completion)
  add('audio_output', audio, price.audioOutput)
  add('image_low', used.imagesLow, price.imageLow)
  add('image_medium', used.imagesMedium, price.imageMedium)
  add('image_high', used.imagesHigh, price.imageHigh)
  add('video_token', used.videoTokens, price.videoToken)
  add('character', used.characters, price.character)
  add('request', used.requests, price.request === 0n ? null : price.request)
  add('web_search', used.webSearches, price.webSearch)
}
