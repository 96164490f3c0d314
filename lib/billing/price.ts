/**
 * What one unit costs. On the wire and in the database a price is decimal strings in USD; for arithmetic it is a whole
 * number of femto-dollars (1e-15 USD) per unit, so that nothing is ever rounded before a bill's total is.
 */
export type Pricing = {
  prompt?: string | undefined
  completion?: string | undefined
  cached_prompt?: string | undefined
  image?: { low: string; medium: string; high: string } | undefined
  video_token?: string | undefined
  request?: string | undefined
}

export type Price = {
  readonly prompt: bigint
  readonly completion: bigint
  /** Equals `prompt` where the provider has no rate of its own for cached tokens. */
  readonly cachedPrompt: bigint
  readonly imageLow: bigint
  readonly imageMedium: bigint
  readonly imageHigh: bigint
  readonly videoToken: bigint
  readonly request: bigint
}

/** The form of every decimal in a price: dollars below a billion, at most fifteen decimals. */
export const ratePattern = /^\d{1,9}(?:\.\d{1,15})?$/

const FEMTO_DIGITS = 15

export function parsePrice(pricing: Pricing): Price {
  const prompt = parseRate(pricing.prompt)
  return Object.freeze({
    prompt,
    completion: parseRate(pricing.completion),
    cachedPrompt: pricing.cached_prompt === undefined ? prompt : parseRate(pricing.cached_prompt),
    imageLow: parseRate(pricing.image?.low),
    imageMedium: parseRate(pricing.image?.medium),
    imageHigh: parseRate(pricing.image?.high),
    videoToken: parseRate(pricing.video_token),
    request: parseRate(pricing.request),
  })
}

/** `"0.00000015"`: exact, six decimals at least. */
export function formatRate(femtos: bigint): string {
  const digits = femtos.toString().padStart(FEMTO_DIGITS + 1, '0')
  const fraction = digits.slice(-FEMTO_DIGITS).replace(/0{1,9}$/, '')
  return `${digits.slice(0, -FEMTO_DIGITS)}.${fraction}`
}

function parseRate(text: string | undefined): bigint {
  if (text === undefined) return 0n
  if (!ratePattern.test(text)) throw new RangeError(`"${text}" is not a price`)
  const [dollars = '0', fraction = ''] = text.split('.')
  return BigInt(dollars + fraction.padEnd(FEMTO_DIGITS, '0'))
}
