import { z } from 'zod'
import { describeIssues } from '@/lib/platform/config-file'
import { ConfigurationError } from '@/lib/platform/env'
import { canonicalJson } from './internal/plan-seed'
import { SeedEntry } from './internal/seed-schema'
import { listKnownRoutes } from './operator-repository'
import { type Modality, missingRates, Pricing } from './schema'

/**
 * A newer price list, read from a JSON file: one of ours (`prisma/seed/catalog/<provider>.json`, or the list of
 * PROVIDERS_FILE), or LiteLLM's `model_prices_and_context_window.json`. Each price in it is compared with the route's
 * present price.
 */

/** Compares a file's price list with the current catalog. Throws as `readPriceList` does. */
export async function planPriceUpdate(content: unknown): Promise<PriceUpdate> {
  const list = readPriceList(content)
  return comparePrices(list, await listKnownRoutes())
}

type ListedPrice = {
  providerId: string
  /** Null for LiteLLM, which knows only the provider's id for a model. */
  modelId: string | null
  upstreamId: string
  modality: Modality
  /** The whole price, or only some rates. */
  pricing: Pricing
  isWhole: boolean
}

/** Throws a ConfigurationError for any other format. */
export function readPriceList(content: unknown): ListedPrice[] {
  if (Array.isArray(content)) return fromSeed(z.array(SeedEntry), content)
  if (z.object({ models: z.array(z.unknown()) }).safeParse(content).success)
    return fromSeed(z.tuple([SeedEntry]), [content])
  const listed = LiteLlmList.safeParse(content).data
  const prices = Object.entries(listed ?? {}).flatMap(([name, entry]) => fromLiteLlm(name, entry) ?? [])
  if (prices.length > 0) return prices
  throw new ConfigurationError(
    'The file is neither a list of providers in our own format nor LiteLLM’s model_prices_and_context_window.json.',
  )
}

function fromSeed(schema: z.ZodType<SeedEntry[]>, content: unknown): ListedPrice[] {
  const { data, error } = schema.safeParse(content)
  if (error) throw new ConfigurationError(`${describeIssues(error.issues, content)}.`)
  return data.flatMap(({ id: providerId, models = [] }) =>
    models.map(({ id: modelId, upstream_id: upstreamId, modality, pricing }) => ({
      providerId,
      modelId,
      upstreamId,
      modality,
      pricing,
      isWhole: true,
    })),
  )
}

const usd = z.number().min(0).max(1000).optional().catch(undefined)

const LiteLlmEntry = z.object({
  litellm_provider: z.string(),
  mode: z.string(),
  input_cost_per_token: usd,
  output_cost_per_token: usd,
  cache_read_input_token_cost: usd,
  cache_creation_input_token_cost: usd,
  cache_creation_input_token_cost_above_1hr: usd,
  input_cost_per_audio_token: usd,
  output_cost_per_audio_token: usd,
  input_cost_per_image_token: usd,
  output_cost_per_image_token: usd,
  input_cost_per_character: usd,
  input_cost_per_second: usd,
  input_cost_per_query: usd,
  output_cost_per_image: usd,
})
type LiteLlmEntry = z.infer<typeof LiteLlmEntry>
/** Entries that are not priced models, such as the first one, which documents the format, are skipped. */
const LiteLlmList = z.record(z.string(), LiteLlmEntry.nullable().catch(null))

/** Providers that LiteLLM names differently. */
const providerNames: Readonly<Record<string, string>> = {
  gemini: 'google',
  moonshot: 'moonshotai',
  dashscope: 'alibaba',
  fireworks_ai: 'fireworks',
  together_ai: 'together',
  fal_ai: 'fal',
  'text-completion-openai': 'openai',
}

const modes: Readonly<Record<string, Modality>> = {
  chat: 'chat',
  completion: 'chat',
  responses: 'chat',
  embedding: 'embedding',
  image_generation: 'image',
  audio_speech: 'speech',
  audio_transcription: 'transcription',
  moderation: 'moderation',
  rerank: 'rerank',
}

function fromLiteLlm(name: string, entry: LiteLlmEntry | null): ListedPrice | undefined {
  const modality = entry && modes[entry.mode]
  if (!modality) return undefined
  const { litellm_provider: provider } = entry
  const pricing = ratesOf(modality, entry)
  // Only zero rates mark a placeholder, not a free model.
  if (!Object.values(pricing).some((rate) => typeof rate !== 'string' || /[1-9]/.test(rate))) return undefined
  return {
    providerId: providerNames[provider] ?? provider,
    modelId: null,
    upstreamId: name.startsWith(`${provider}/`) ? name.slice(provider.length + 1) : name,
    modality,
    pricing,
    isWhole: false,
  }
}

function ratesOf(modality: Modality, entry: LiteLlmEntry): Pricing {
  const isImage = modality === 'image'
  const isAudio = modality === 'speech' || modality === 'transcription'
  const image = entry.output_cost_per_image
  const prompt = isImage
    ? entry.input_cost_per_image_token
    : isAudio
      ? entry.input_cost_per_audio_token
      : null
  const completion = isImage
    ? entry.output_cost_per_image_token
    : isAudio
      ? entry.output_cost_per_audio_token
      : null
  const rates = {
    prompt: prompt ?? entry.input_cost_per_token,
    completion: completion ?? entry.output_cost_per_token,
    cached_prompt: entry.cache_read_input_token_cost,
    cache_write: entry.cache_creation_input_token_cost,
    cache_write_1h: entry.cache_creation_input_token_cost_above_1hr,
    character: entry.input_cost_per_character,
    audio_second: entry.input_cost_per_second,
    request: entry.input_cost_per_query,
    audio_output: modality === 'chat' ? entry.output_cost_per_audio_token : undefined,
  }
  const known = Object.entries(rates).flatMap(([field, rate]) =>
    rate === undefined ? [] : [[field, decimalOf(rate)]],
  )
  const each = image === undefined ? undefined : decimalOf(image)
  return Pricing.parse({
    ...Object.fromEntries(known),
    ...(each && { image: { low: each, medium: each, high: each } }),
  })
}

/** `2.5e-7` → `0.00000025`, without the rounding error of a double. */
function decimalOf(rate: number): string {
  return rate.toLocaleString('en', {
    useGrouping: false,
    maximumSignificantDigits: 12,
    maximumFractionDigits: 12,
    roundingPriority: 'lessPrecision',
  })
}

type PricedRoute = {
  id: string
  modelId: string
  providerId: string
  upstreamId: string
  model: { modality: string; capabilities: unknown }
  price: { version: number; pricing: unknown; source: string } | null
}

export type PriceChange = {
  routeId: string
  modelId: string
  providerId: string
  before: Pricing | null
  after: Pricing
}

type PriceUpdate = {
  changes: PriceChange[]
  /** Prices set by the operator that differ from the list. */
  kept: PriceChange[]
  /** Listed models of the catalog's providers without a route. */
  unknown: ListedPrice[]
}

/** Compares a list with routes. Rates that LiteLLM lacks stay, and only refining rates are added. */
export function comparePrices(list: readonly ListedPrice[], routes: readonly PricedRoute[]): PriceUpdate {
  const update: PriceUpdate = { changes: [], kept: [], unknown: [] }
  const providers = new Set(routes.map(({ providerId }) => providerId))
  const seen = new Set<string>()
  const isFirst = (key: string) => !seen.has(key) && Boolean(seen.add(key))
  for (const listed of list) {
    const { providerId, modelId, upstreamId } = listed
    const found = routes.filter(
      (route) =>
        route.providerId === providerId &&
        (modelId === null ? route.upstreamId === upstreamId : route.modelId === modelId),
    )
    if (found.length === 0 && providers.has(providerId) && isFirst(`${providerId} ${upstreamId}`))
      update.unknown.push(listed)
    for (const { id: routeId, ...route } of found) {
      const before = Pricing.safeParse(route.price?.pricing).data ?? null
      const after = isFirst(routeId) ? priceAfter(listed, route.model, before) : null
      if (after === null || canonicalJson(after) === canonicalJson(before)) continue
      const kind = route.price?.source === 'operator' ? 'kept' : 'changes'
      update[kind].push({ routeId, modelId: route.modelId, providerId, before, after })
    }
  }
  return update
}

/** Rates that a chat model's price may gain: each only refines what is billed as plain tokens now. */
const addable: readonly string[] = ['cached_prompt', 'cache_write', 'cache_write_1h']

/** Null where the list lacks a rate that the model requires. */
function priceAfter(
  { modality, pricing, isWhole }: ListedPrice,
  model: PricedRoute['model'],
  before: Pricing | null,
): Pricing | null {
  if (modality !== model.modality) return null
  const isOneImage = new Set(Object.values(before?.image ?? {})).size <= 1
  const listed = Object.entries(pricing).filter(([field]) => {
    if (field === 'image' && !isOneImage) return false
    return before === null || field in before || (modality === 'chat' && addable.includes(field))
  })
  const after = Pricing.parse(isWhole ? pricing : { ...before, ...Object.fromEntries(listed) })
  return missingRates({ modality, capabilities: model.capabilities }, after).length > 0 ? null : after
}

/** The rates that differ, such as `image.low`, before and after; null where a price lacks it. */
export function priceDifference(before: Pricing | null, after: Pricing) {
  const [old, updated] = [ratesIn(before ?? {}), ratesIn(after)]
  return [...new Set([...old.keys(), ...updated.keys()])]
    .map((rate) => ({ rate, before: old.get(rate) ?? null, after: updated.get(rate) ?? null }))
    .filter(({ before, after }) => before !== after)
}

function ratesIn(value: object, path: readonly string[] = []): Map<string, string> {
  return new Map(
    Object.entries(value).flatMap(([name, inner]): [string, string][] =>
      typeof inner === 'string'
        ? [[[...path, name].join('.'), inner]]
        : [...ratesIn(Object(inner), [...path, name])],
    ),
  )
}
