/**
 * What one unit costs. On the wire and in the database a price is decimal strings in USD; for arithmetic it is a whole
 * number of femto-dollars (1e-15 USD) per unit, so that nothing is ever rounded before a bill's total is.
 */

/** What a second of video is billed at: its resolution, and whether it sounds. */
export const videoRates = ['480p', '720p', '1080p', '480p_audio', '720p_audio', '1080p_audio'] as const
export type VideoRate = (typeof videoRates)[number]

/** What tokens cost in a tier of service: all of them, for a rate that is left out is not the plain one's. */
export type TierPricing = {
  prompt: string
  completion: string
  cached_prompt?: string | undefined
  cache_write?: string | undefined
  cache_write_1h?: string | undefined
  audio_output?: string | undefined
}

export type Pricing = {
  prompt?: string | undefined
  completion?: string | undefined
  cached_prompt?: string | undefined
  cache_write?: string | undefined
  cache_write_1h?: string | undefined
  image?: { low: string; medium: string; high: string } | undefined
  video_token?: string | undefined
  video_second?: { readonly [Rate in VideoRate]?: string | undefined } | undefined
  request?: string | undefined
  web_search?: string | undefined
  audio_output?: string | undefined
  service_tier?: { readonly [name: string]: TierPricing } | undefined
}

export type Price = {
  readonly prompt: bigint
  readonly completion: bigint
  /** Equals `prompt` where the provider has no rate of its own for cached tokens. */
  readonly cachedPrompt: bigint
  /** Tokens that a caller had put into a cache, for minutes; equals `prompt` where there is no rate of its own. */
  readonly cacheWrite: bigint
  /** The same for an hour; equals `cacheWrite` where there is no rate of its own. */
  readonly cacheWriteHour: bigint
  readonly imageLow: bigint
  readonly imageMedium: bigint
  readonly imageHigh: bigint
  readonly videoToken: bigint
  /** With sound as without it where the provider does not tell them apart. */
  readonly videoSecond: Readonly<Record<VideoRate, bigint>>
  readonly request: bigint
  /** Each search of the web; null: nobody said what one costs. */
  readonly webSearch: bigint | null
  /** A token of sound that is answered; null: nobody said what one costs. */
  readonly audioOutput: bigint | null
  /** The whole price in each tier of service that has one of its own. */
  readonly serviceTiers: ReadonlyMap<string, Price>
}

/** The form of every decimal in a price: dollars below a billion, at most fifteen decimals. */
export const ratePattern = /^\d{1,9}(?:\.\d{1,15})?$/
/** Of a price by the second: at most twelve decimals, so that each thousandth of a second has an exact price. */
export const secondRatePattern = /^\d{1,9}(?:\.\d{1,12})?$/

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
    request: parseRate(pricing.request),
    webSearch: pricing.web_search === undefined ? null : parseRate(pricing.web_search),
    audioOutput: audio === undefined ? null : parseRate(audio),
    serviceTiers: tiers === undefined ? NO_TIERS : parseTiers(tiers, pricing),
  })
}

const NO_TIERS: Price['serviceTiers'] = new Map()

/** Tokens cost what the tier says; a search and the request itself cost the same in all of them. */
function parseTiers(
  tiers: NonNullable<Pricing['service_tier']>,
  { request, web_search }: Pricing,
): Price['serviceTiers'] {
  return new Map(
    Object.entries(tiers).map(([name, rates]) => [name, parsePrice({ request, web_search, ...rates })]),
  )
}

function parseSeconds(given: NonNullable<Pricing['video_second']>): Price['videoSecond'] {
  const silent = (rate: '480p' | '720p' | '1080p') => parseRate(given[rate], secondRatePattern)
  const sounding = (rate: '480p' | '720p' | '1080p') =>
    parseRate(given[`${rate}_audio`] ?? given[rate], secondRatePattern)
  return Object.freeze({
    '480p': silent('480p'),
    '720p': silent('720p'),
    '1080p': silent('1080p'),
    '480p_audio': sounding('480p'),
    '720p_audio': sounding('720p'),
    '1080p_audio': sounding('1080p'),
  })
}

/** `"0.00000015"`: exact, six decimals at least. */
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
