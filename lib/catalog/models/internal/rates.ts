import { TokenRates } from '@/lib/money/prices/schema'
import { Pricing } from '../schema'

/**
 * What a data set says of a model's price: USD as decimal strings, by fields of a price. Prefixes say when a rate applies:
 * `above_272000.`, `flex.`, `priority.`, `batch.`, `off_peak.`, or two of them, such as `flex.above_272000.`. Rates of zero are
 * left out: lists give them for what is not billed. `off_peak.hours` is `10:00-00:00@12345,…`, in UTC, with the days of the week.
 */
export type Rates = Map<string, string>

const tokenFields = Object.keys(TokenRates.shape)
const plainFields = [...tokenFields, 'character', 'audio_second', 'request', 'web_search']
/** The service tiers that requests can name. */
const serviceTiers = ['flex', 'priority']

type PriceOfRates = { pricing: Pricing; leftOut: string[] }

/**
 * The price that rates make, and the names or prefixes of those that it lacks: no field has them, or they are not `offered`.
 * Undefined where they make no valid price.
 */
export function priceOf(
  rates: Rates,
  isOffered: (field: string) => boolean = () => true,
): PriceOfRates | undefined {
  const leftOut = new Set<string>()
  const setOf = (prefix: string, fields: readonly string[]) =>
    Object.fromEntries(
      [...rates].flatMap(([name, rate]) => {
        const field = name.startsWith(prefix) ? name.slice(prefix.length) : ''
        if (field === '' || field === 'hours' || field === 'image' || field.includes('.')) return []
        if (fields.includes(field) && isOffered(field)) return [[field, rate]]
        leftOut.add(field)
        return []
      }),
    )
  const tiersOf = (prefix: string) => {
    const tiers = thresholdsOf(rates, prefix).map((above_prompt_tokens) => ({
      above_prompt_tokens,
      prompt: rates.get(`${prefix}prompt`),
      completion: rates.get(`${prefix}completion`),
      ...setOf(`${prefix}above_${above_prompt_tokens}.`, tokenFields),
    }))
    return tiers.length > 0 && { tiers }
  }
  const tokensOf = (prefix: string) => ({ ...setOf(prefix, tokenFields), ...tiersOf(prefix) })
  const image = isOffered('image') ? rates.get('image') : undefined
  const price: Record<string, unknown> = {
    ...setOf('', plainFields),
    ...(image !== undefined && { image: { low: image, medium: image, high: image } }),
    ...tiersOf(''),
  }
  const prefixes = new Set([...rates.keys()].flatMap((name) => /^(?!above_)(\w+)\./.exec(name)?.[1] ?? []))
  const windows = rates.get('off_peak.hours')?.split(',') ?? []
  for (const prefix of prefixes) {
    const isWhole = rates.has(`${prefix}.prompt`) && rates.has(`${prefix}.completion`)
    if (prefix === 'off_peak' && windows.length > 0 && isWhole && isOffered('hours'))
      price.hours = windows.map((window) => {
        const [, from, to, days] = /^(.+)-([^@]+)(?:@(\d+))?$/.exec(window) ?? []
        const weekdays = days && { weekdays: [...days].map(Number) }
        return { from, to, ...weekdays, ...tokensOf('off_peak.') }
      })
    else if (serviceTiers.includes(prefix) && isWhole && isOffered('service_tier'))
      price.service_tier = { ...Object(price.service_tier), [prefix]: tokensOf(`${prefix}.`) }
    else leftOut.add(prefix)
  }
  const pricing = Pricing.safeParse(price).data
  return pricing && { pricing, leftOut: [...leftOut].sort() }
}

function thresholdsOf(rates: Rates, prefix: string): number[] {
  const found = [...rates.keys()].flatMap((name) =>
    name.startsWith(prefix) ? (/^above_(\d+)\./.exec(name.slice(prefix.length))?.[1] ?? []) : [],
  )
  return [...new Set(found.map(Number))].sort((a, b) => a - b)
}

/** What a rate defaults to, in the same set. */
export const defaultOf: Readonly<Record<string, string>> = {
  cached_audio_input: 'cached_prompt',
  cache_write_1h: 'cache_write',
  cached_prompt: 'prompt',
  cache_write: 'prompt',
  image_input: 'prompt',
  audio_input: 'prompt',
  image_output: 'completion',
  reasoning: 'completion',
}

/** Without rates that equal their default. */
export function withoutEqual(rates: Rates): Rates {
  return new Map(
    [...rates].filter(([name, rate]) => {
      const end = name.lastIndexOf('.') + 1
      const base = defaultOf[name.slice(end)]
      return base === undefined || rates.get(name.slice(0, end) + base) !== rate
    }),
  )
}

/** `2.5e-7` → `0.00000025`, without the rounding error of a double. */
export function decimalOf(rate: number): string {
  return rate.toLocaleString('en', {
    useGrouping: false,
    maximumSignificantDigits: 12,
    maximumFractionDigits: 15,
    roundingPriority: 'lessPrecision',
  })
}
