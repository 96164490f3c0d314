import type { Counted } from './measures'
import type { VideoRate } from './schema'

export type Price = {
  readonly prompt: bigint
  readonly completion: bigint
  /** Defaults to `prompt`. */
  readonly cachedPrompt: bigint
  /** Tokens written to a cache for minutes; defaults to `prompt`. */
  readonly cacheWrite: bigint
  /** Tokens written to a cache for an hour; defaults to `cacheWrite`. */
  readonly cacheWriteHour: bigint
  /** Tokens of pictures and sound in the prompt and in the answer; null: they cost the same as tokens of text. */
  readonly imageInput: bigint | null
  readonly audioInput: bigint | null
  readonly cachedAudioInput: bigint | null
  readonly imageOutput: bigint | null
  /** Null: audio output has no known price. */
  readonly audioOutput: bigint | null
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
  /** Complete prices of service tiers that have their own. */
  readonly serviceTiers: ReadonlyMap<string, Price>
  /** Complete prices of longer prompts, by ascending `abovePromptTokens`. */
  readonly tiers: readonly Price[]
  /** Each token is billed at the tier that it falls in; else all of a request at the tier of its prompt. */
  readonly graduated: boolean
  /** Complete prices of hours of the day. */
  readonly hours: readonly PricedHours[]
  /** The prompt tokens that a tier begins above; 0 for other prices. */
  readonly abovePromptTokens: number
  /** Ends the names of token lines on bills: `_above_272000`, `_from_1630`, or both. */
  readonly label: string
}

/** From a minute of the day up to another, which may be on the next day; the whole day if both are the same. */
export type PricedHours = {
  readonly from: number
  readonly to: number
  readonly timezone: string
  /** 1 for Monday to 7 for Sunday; undefined: every day. */
  readonly weekdays: readonly number[] | undefined
  readonly price: Price
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
  /** When the request arrived; without it, no hours apply. */
  arrivedAt?: Date | undefined
}

/**
 * The rule that picks the token rates of a request: those of its service tier where that has a price, else those of the hour in
 * which it arrived; then those of its prompt's length.
 */

/** The service tier of a batch's lines. */
export const BATCH_TIER = 'batch'

/** The complete price of a request before its length is considered. */
function priceAt(
  price: Price,
  { serviceTier, arrivedAt }: Pick<Quantities, 'serviceTier' | 'arrivedAt'>,
): Price {
  const tier = serviceTier ? price.serviceTiers.get(serviceTier) : undefined
  if (tier !== undefined) return tier
  if (price.hours.length === 0 || arrivedAt === undefined) return price
  return price.hours.find((hours) => isWithin(hours, arrivedAt))?.price ?? price
}

/** Hours that end before they begin go over midnight. Each of their days is counted by itself. */
function isWithin({ from, to, timezone, weekdays }: PricedHours, at: Date): boolean {
  const { weekday, minute } = timeIn(timezone, at)
  if (weekdays && !weekdays.includes(weekday)) return false
  return from < to ? from <= minute && minute < to : from <= minute || minute < to
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** What a clock in the time zone shows, whether or not it is daylight saving time there. */
function timeIn(timezone: string, at: Date): { weekday: number; minute: number } {
  if (timezone === 'UTC')
    return { weekday: at.getUTCDay() || 7, minute: at.getUTCHours() * 60 + at.getUTCMinutes() }
  const clock = clocks.get(timezone) ?? makeClock(timezone)
  const [, day = '', hour, minute] = /^(\w+)\W+(\d+):(\d+)/.exec(clock.format(at)) ?? []
  return { weekday: days.indexOf(day) + 1, minute: Number(hour) * 60 + Number(minute) }
}

function makeClock(timeZone: string): Intl.DateTimeFormat {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** The rates of a prompt of this length. Exactly at a threshold, it is not above it. */
function tierOf(price: Price, promptTokens: number): Price {
  return price.tiers.findLast(({ abovePromptTokens }) => promptTokens > abovePromptTokens) ?? price
}

/** The parts of a prompt on bills, and their rates. */
const promptItems = {
  prompt: 'prompt',
  image_input: 'imageInput',
  audio_input: 'audioInput',
  cached_prompt: 'cachedPrompt',
  cached_audio_input: 'cachedAudioInput',
  cache_write: 'cacheWrite',
  cache_write_1h: 'cacheWriteHour',
} as const
type PromptItem = keyof typeof promptItems
const promptNames = Object.keys(promptItems) as PromptItem[]

/** Each token is in one part, even where an upstream's counts overlap or exceed the total. */
function promptPartsOf(rates: Price, used: Quantities): Record<PromptItem, number> {
  const { cachedAudioTokens = 0, cacheWriteHourTokens = 0 } = used
  let left = used.promptTokens ?? 0
  const take = (count = 0) => {
    const taken = Math.min(Math.max(count, 0), left)
    left -= taken
    return taken
  }
  const cached = take(used.cachedTokens)
  const written = take(used.cacheWriteTokens)
  const audio = rates.audioInput === null ? 0 : take((used.audioInputTokens ?? 0) - cachedAudioTokens)
  const image = rates.imageInput === null ? 0 : take(used.imageInputTokens)
  const cachedAudio = rates.cachedAudioInput === null ? 0 : Math.min(cachedAudioTokens, cached)
  const writtenHour = Math.min(cacheWriteHourTokens, written)
  return {
    prompt: left,
    image_input: image,
    audio_input: audio,
    cached_prompt: cached - cachedAudio,
    cached_audio_input: cachedAudio,
    cache_write: written - writtenHour,
    cache_write_1h: writtenHour,
  }
}

/** `label` ends the item's name on the bill. */
type Add = (item: string, count: number, rate: bigint | null, parts: number, label: string) => void

/** The tokens of a request by their lines on the bill. Graduated tiers fill up in the order of the lines; the answer is at the last. */
export function eachToken(plain: Price, used: Quantities, add: Add): void {
  const price = priceAt(plain, used)
  const last = tierOf(price, used.promptTokens ?? 0)
  const left = promptPartsOf(price.graduated ? price : last, used)
  if (price.graduated) fillTiers(price, left, add)
  else addPrompt(last, left, Number.POSITIVE_INFINITY, add)
  const { completionTokens = 0, audioTokens = 0, imageOutputTokens = 0 } = used
  const audio = last.audioOutput === null ? 0 : Math.min(audioTokens, completionTokens)
  const image = last.imageOutput === null ? 0 : Math.min(imageOutputTokens, completionTokens - audio)
  add('completion', completionTokens - audio - image, last.completion, 1, last.label)
  add('image_output', image, last.imageOutput, 1, last.label)
  add('audio_output', audio, last.audioOutput, 1, last.label)
}

function fillTiers(price: Price, left: Record<PromptItem, number>, add: Add): void {
  const tiers = [price, ...price.tiers]
  for (const [index, rates] of tiers.entries()) {
    const end = tiers[index + 1]?.abovePromptTokens ?? Number.POSITIVE_INFINITY
    addPrompt(rates, left, end - rates.abovePromptTokens, add)
  }
}

/** Takes up to `room` of what is left of a prompt. */
function addPrompt(rates: Price, left: Record<PromptItem, number>, room: number, add: Add): void {
  for (const item of promptNames) {
    const count = Math.min(left[item], room)
    if (count === 0) continue
    left[item] -= count
    room -= count
    add(item, count, rates[promptItems[item]] ?? rates.prompt, 1, rates.label)
  }
}

const inputs = ['cacheWrite', 'cacheWriteHour', 'imageInput', 'audioInput', 'cachedAudioInput'] as const
const outputs = ['imageOutput', 'audioOutput'] as const
/** What tokens of a request may be billed as, other than plain and cached text. */
export type TokenKind = (typeof inputs)[number] | (typeof outputs)[number]

/**
 * The most that a token of the prompt and one of the answer can cost, at every tier that a prompt of this length can reach, at any
 * hour, and in the service tier that was asked for, in none, or in a batch.
 */
export function dearestRates(
  price: Price,
  { promptTokens = 0, serviceTier }: Quantities,
  kinds: readonly TokenKind[],
): { prompt: bigint; completion: bigint } {
  const dearest = { prompt: 0n, completion: 0n }
  const see = (side: 'prompt' | 'completion', rate: bigint | null) => {
    if (rate !== null && rate > dearest[side]) dearest[side] = rate
  }
  const seeAll = (rates: Price) => {
    see('prompt', rates.prompt)
    see('prompt', rates.cachedPrompt)
    see('completion', rates.completion)
    for (const name of inputs) if (kinds.includes(name)) see('prompt', rates[name])
    for (const name of outputs) if (kinds.includes(name)) see('completion', rates[name])
  }
  const seeTiers = (one: Price) => {
    seeAll(one)
    for (const tier of one.tiers) if (promptTokens > tier.abovePromptTokens) seeAll(tier)
  }
  seeTiers(price)
  for (const { price: timed } of price.hours) seeTiers(timed)
  for (const name of [serviceTier, BATCH_TIER]) {
    const tier = name && price.serviceTiers.get(name)
    if (tier) seeTiers(tier)
  }
  return dearest
}
