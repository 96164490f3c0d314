import { z } from 'zod'
import { describeIssues } from '@/lib/platform/config-file'
import { ConfigurationError } from '@/lib/platform/env'
import type { Modality, Pricing } from '../schema'
import { decimalOf, priceOf, type Rates, withoutEqual } from './rates'
import { SeedEntry, type SeedModel } from './seed-schema'

/**
 * The formats of price lists: ours, LiteLLM's `model_prices_and_context_window.json` and models.dev's `api.json`. The last two
 * are read as rates by name, since they have rates that a price has no field for.
 */

export type ListedModel = {
  providerId: string
  /** Null where the list knows only the provider's id for a model. */
  modelId: string | null
  upstreamId: string
  modality: Modality
  /** The whole price, or only some rates. */
  pricing: Pricing
  isWhole: boolean
  /** Null where the list does not say. */
  contextLength: number | null
  maxOutputTokens: number | null
  /** The last day, ISO. */
  endsOn: string | null
  /** What our own format says besides. */
  about?: Pick<SeedModel, 'name' | 'description' | 'supported_parameters' | 'capabilities'>
}

/** Throws a ConfigurationError for any other format. */
export function readList(content: unknown): ListedModel[] {
  if (Array.isArray(content)) return fromSeed(z.array(SeedEntry), content)
  if (z.object({ models: z.array(z.unknown()) }).safeParse(content).success)
    return fromSeed(z.tuple([SeedEntry]), [content])
  const listed = Object.entries(LiteLlmList.safeParse(content).data ?? {})
  const models = listed.flatMap(([name, entry]) => fromLiteLlm(name, entry) ?? [])
  if (models.length > 0) return models
  const providers = Object.values(ModelsDevList.safeParse(content).data ?? {})
  const found = providers.flatMap((provider) => (provider ? fromModelsDev(provider) : []))
  if (found.length > 0) return found
  throw new ConfigurationError(
    'The file is neither a list of providers in our own format, nor LiteLLM’s model_prices_and_context_window.json, nor models.dev’s api.json.',
  )
}

function fromSeed(schema: z.ZodType<SeedEntry[]>, content: unknown): ListedModel[] {
  const { data, error } = schema.safeParse(content)
  if (error) throw new ConfigurationError(`${describeIssues(error.issues, content)}.`)
  return data.flatMap(({ id: providerId, models = [] }) =>
    models.map((model) => ({
      providerId,
      modelId: model.id,
      upstreamId: model.upstream_id,
      modality: model.modality,
      pricing: model.pricing,
      isWhole: true,
      contextLength: model.context_length ?? null,
      maxOutputTokens: model.max_output_tokens ?? null,
      endsOn: model.ends_on ?? null,
      about: model,
    })),
  )
}

const day = z.iso.date().nullish().catch(null)
const tokens = z.int().positive().max(1_000_000_000).nullish().catch(null)

const LiteLlmEntry = z.looseObject({
  litellm_provider: z.string(),
  mode: z.string(),
  max_input_tokens: tokens,
  max_output_tokens: tokens,
  deprecation_date: day,
})
export type LiteLlmEntry = z.infer<typeof LiteLlmEntry>
/** Entries that are not priced models, such as the first one, which documents the format, are skipped. */
export const LiteLlmList = z.record(z.string(), LiteLlmEntry.nullable().catch(null))

/** Providers that a list names differently. */
export const providerNames: Readonly<Record<string, string>> = {
  gemini: 'google',
  moonshot: 'moonshotai',
  dashscope: 'alibaba',
  fireworks_ai: 'fireworks',
  'fireworks-ai': 'fireworks',
  together_ai: 'together',
  togetherai: 'together',
  fal_ai: 'fal',
  'text-completion-openai': 'openai',
}

export const modes: Readonly<Record<string, Modality>> = {
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

function fromLiteLlm(name: string, entry: LiteLlmEntry | null): ListedModel | undefined {
  const modality = entry && modes[entry.mode]
  if (!modality) return undefined
  const { litellm_provider: provider } = entry
  const rates = ratesOfLiteLlm(entry, modality)
  const price = priceOf(rates)
  if (rates.size === 0 || price === undefined) return undefined // a placeholder, not a free model
  return {
    providerId: providerNames[provider] ?? provider,
    modelId: null,
    upstreamId: name.startsWith(`${provider}/`) ? name.slice(provider.length + 1) : name,
    modality,
    pricing: price.pricing,
    isWhole: false,
    contextLength: entry.max_input_tokens ?? null,
    maxOutputTokens: entry.max_output_tokens ?? null,
    endsOn: entry.deprecation_date ?? null,
  }
}

const liteLlmNames: Readonly<Record<string, string>> = {
  input_cost_per_token: 'prompt',
  output_cost_per_token: 'completion',
  cache_read_input_token_cost: 'cached_prompt',
  cache_creation_input_token_cost: 'cache_write',
  input_cost_per_audio_token: 'audio_input',
  cache_read_input_audio_token_cost: 'cached_audio_input',
  output_cost_per_audio_token: 'audio_output',
  input_cost_per_image_token: 'image_input',
  output_cost_per_image_token: 'image_output',
  cache_read_input_image_token_cost: 'cached_image',
  output_cost_per_reasoning_token: 'reasoning',
  input_cost_per_character: 'character',
  input_cost_per_second: 'audio_second',
  output_cost_per_second: 'second_output',
  input_cost_per_query: 'request',
  output_cost_per_image: 'image',
  google_maps_grounding_cost_per_query: 'maps_search',
}
const liteLlmKey = new RegExp(
  `^(${Object.keys(liteLlmNames).join('|')})(?:_above_(\\d+)hr)?(?:_above_(\\d+)k_tokens)?(?:_(batch|flex|priority|ultrafast)(?:es)?)?$`,
)
const Nested = z.looseObject({
  search_context_cost_per_query: z
    .looseObject({ search_context_size_medium: z.number() })
    .optional()
    .catch(undefined),
  tiered_pricing: z
    .array(z.looseObject({ range: z.tuple([z.number(), z.number()]) }))
    .default([])
    .catch([]),
  off_peak_pricing: z
    .looseObject({
      windows: z.array(
        z.object({
          hours_utc: z.union([z.array(z.string()), z.string().transform((time) => [time])]),
          weekdays: z.array(z.number()).optional(),
        }),
      ),
    })
    .optional()
    .catch(undefined),
})

/** All rates of an entry; those that no field has under their own names. */
export function ratesOfLiteLlm(entry: LiteLlmEntry, modality: Modality): Rates {
  const rates: Rates = new Map()
  const { search_context_cost_per_query: search, tiered_pricing, off_peak_pricing } = Nested.parse(entry)
  addLiteLlm(rates, '', entry)
  for (const tier of tiered_pricing)
    addLiteLlm(rates, tier.range[0] === 0 ? '' : `above_${tier.range[0]}.`, tier)
  if (search) add(rates, 'web_search', search.search_context_size_medium)
  if (off_peak_pricing) {
    addLiteLlm(rates, 'off_peak.', off_peak_pricing)
    const hours = off_peak_pricing.windows.flatMap(({ hours_utc, weekdays }) =>
      hours_utc.map((time) => time.replace('24:00', '00:00') + (weekdays ? `@${weekdays.join('')}` : '')),
    )
    rates.set('off_peak.hours', hours.join(','))
  }
  const media = { image: 'image', speech: 'audio', transcription: 'audio' }[String(modality)]
  if (media !== undefined) preferMedia(rates, media)
  return withoutEqual(rates)
}

function addLiteLlm(rates: Rates, prefix: string, entry: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(entry)) {
    const [, base = '', hours, thousands, tier] = liteLlmKey.exec(key) ?? []
    if (typeof value !== 'number' || liteLlmNames[base] === undefined) continue
    const above = thousands === undefined ? '' : `above_${Number(thousands) * 1000}.`
    const name = liteLlmNames[base] + (hours === undefined ? '' : `_${hours}h`)
    add(rates, prefix + (tier === undefined ? '' : `${tier}.`) + above + name, value)
  }
}

function add(rates: Rates, name: string, usd: number): void {
  if (usd > 0 && usd <= 1000) rates.set(name, decimalOf(usd))
}

/** A model of pictures or sound is billed by these tokens; the rates of its text are other ones. */
function preferMedia(rates: Rates, media: string): void {
  for (const [side, plain] of [
    ['input', 'prompt'],
    ['output', 'completion'],
  ] as const)
    for (const [name, rate] of [...rates]) {
      if (!name.endsWith(`${media}_${side}`)) continue
      const prefix = name.slice(0, -`${media}_${side}`.length)
      const text = rates.get(prefix + plain)
      rates.delete(name)
      rates.set(prefix + plain, rate)
      if (text !== undefined && text !== rate) rates.set(`${prefix}text_${side}`, text)
    }
}

/** USD per million; what is not a number is skipped. */
const ModelsDevCost = z.record(z.string(), z.unknown())
const ModelsDevModel = z.object({
  cost: z
    .looseObject({
      context_over_200k: ModelsDevCost.optional(),
      tiers: z.array(z.looseObject({ tier: z.object({ size: z.int().positive() }) })).optional(),
    })
    .optional(),
  limit: z.object({ context: tokens, output: tokens }).optional().catch(undefined),
  modalities: z
    .object({ output: z.array(z.string()) })
    .optional()
    .catch(undefined),
})
export type ModelsDevModel = z.infer<typeof ModelsDevModel>
const ModelsDevList = z.record(
  z.string(),
  z
    .object({ id: z.string(), models: z.record(z.string(), ModelsDevModel.nullable().catch(null)) })
    .nullable()
    .catch(null),
)

function fromModelsDev({ id, models }: { id: string; models: Record<string, ModelsDevModel | null> }) {
  return Object.entries(models).flatMap(([upstreamId, model]): ListedModel[] => {
    const rates: Rates = model?.cost ? ratesOfModelsDev(model.cost) : new Map()
    const price = priceOf(rates)
    // Prices of pictures, sound and films are not in it.
    const isText = model?.modalities?.output.includes('text') !== false
    if (model === null || rates.size === 0 || price === undefined || !isText) return []
    return [
      {
        providerId: providerNames[id] ?? id,
        modelId: null,
        upstreamId,
        modality: rates.has('completion') ? 'chat' : 'embedding',
        pricing: price.pricing,
        isWhole: false,
        contextLength: model.limit?.context ?? null,
        maxOutputTokens: model.limit?.output ?? null,
        endsOn: null,
      },
    ]
  })
}

const modelsDevNames: Readonly<Record<string, string>> = {
  input: 'prompt',
  output: 'completion',
  reasoning: 'reasoning',
  cache_read: 'cached_prompt',
  cache_write: 'cache_write',
  input_audio: 'audio_input',
  output_audio: 'audio_output',
}

export function ratesOfModelsDev(cost: NonNullable<ModelsDevModel['cost']>): Rates {
  const rates: Rates = new Map()
  const over200k = cost.context_over_200k && [{ ...cost.context_over_200k, tier: { size: 200_000 } }]
  for (const { tier, ...set } of [{ ...cost, tier: { size: 0 } }, ...(cost.tiers ?? over200k ?? [])])
    for (const [key, name] of Object.entries(modelsDevNames))
      add(rates, (tier.size > 0 ? `above_${tier.size}.` : '') + name, Number(Object(set)[key]) / 1e6)
  return withoutEqual(rates)
}
