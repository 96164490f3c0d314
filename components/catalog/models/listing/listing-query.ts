import { z } from 'zod'
import { type ListedModel, Modality, type ModelReply } from '@/lib/catalog/models/schema'
import type { ModelFigures } from '@/lib/catalog/rankings/schema'
import { modalities } from '../modality'
import { mainPrice } from '../price'

const listingSorts = ['newest', 'name', 'price', 'context', 'throughput', 'latency'] as const
export type ListingSort = (typeof listingSorts)[number]

/** Context lengths to filter by, in tokens. */
export const contextSteps = [32_000, 128_000, 200_000, 1_000_000] as const

/** How many models can be compared. */
export const MAX_COMPARED = 4
export const MIN_COMPARED = 2

/** The query of the model list, all of it in the URL. */
export type ListingQuery = {
  q: string
  modality: Modality | null
  providers: readonly string[]
  price: PriceStep | null
  /** At least this many tokens. */
  context: number | null
  can: readonly Ability[]
  sort: ListingSort
  /** Ids of the selected models. */
  compare: readonly string[]
  view: 'list' | 'compare'
}

/** Search parameters as Next passes them. */
type SearchParameters = Record<string, string | string[] | undefined>

const text = z.string().max(200)
const texts = z
  .union([z.array(text), text.transform((one) => [one])])
  .catch([])
  .transform((all) => [...new Set(all.filter((one) => one !== ''))])

const Parameters = z.object({
  q: text.trim().catch(''),
  modality: Modality.nullable().catch(null),
  provider: texts,
  price: text.transform(readPriceStep).catch(null),
  context: z.coerce
    .number()
    .refine((given) => contextSteps.some((step) => step === given))
    .nullable()
    .catch(null),
  can: texts.transform((all) => abilityNames.filter((name) => all.includes(name))),
  sort: z.enum(listingSorts).catch('newest'),
  compare: texts.transform((all) => all.slice(0, MAX_COMPARED)),
  view: z.enum(['list', 'compare']).catch('list'),
})

/** Invalid values are ignored, so a truncated URL still shows a list. */
export function readListingQuery(parameters: SearchParameters): ListingQuery {
  const { provider, price, modality, ...rest } = Parameters.parse(parameters)
  // A price limit belongs to a modality: it filters by it, and is dropped when another is chosen.
  const fits = price !== null && (modality === null || modality === price.modality)
  return { ...rest, modality, providers: provider, price: fits ? price : null }
}

/** The query string without default values: `?modality=chat&sort=price`, or empty. */
export function writeListingQuery(query: Partial<ListingQuery>): string {
  const parameters = new URLSearchParams()
  if (query.q) parameters.append('q', query.q)
  if (query.modality) parameters.append('modality', query.modality)
  for (const provider of query.providers ?? []) parameters.append('provider', provider)
  if (query.price) parameters.append('price', writePriceStep(query.price))
  if (query.context) parameters.append('context', String(query.context))
  for (const ability of query.can ?? []) parameters.append('can', ability)
  if (query.sort && query.sort !== 'newest') parameters.append('sort', query.sort)
  for (const model of query.compare ?? []) parameters.append('compare', model)
  if (query.view === 'compare') parameters.append('view', 'compare')
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** The number of active filters. */
export function countFilters({ providers, price, context, can }: ListingQuery): number {
  return providers.length + can.length + (price ? 1 : 0) + (context ? 1 : 0)
}

type Capable = Pick<ModelReply, 'supported_parameters' | 'capabilities'>

const accepts = (parameter: string) => (model: Capable) => model.supported_parameters.includes(parameter)
const hasInput = (kind: string) => (model: Capable) => {
  const kinds = model.capabilities.input_modalities
  return Array.isArray(kinds) && kinds.includes(kind)
}

/** Features to filter by. */
export const abilities = {
  tools: { name: 'Tools', has: accepts('tools') },
  json: { name: 'Structured output', has: accepts('response_format') },
  vision: { name: 'Image input', has: hasInput('image') },
  reasoning: { name: 'Reasoning effort', has: accepts('reasoning_effort') },
  search: { name: 'Web search', has: accepts('web_search') },
} as const

type Ability = keyof typeof abilities

export const abilityNames = ['tools', 'json', 'vision', 'reasoning', 'search'] as const satisfies Ability[]

export type PriceStep = { modality: Modality; usd: number }

/** Maximum prices to choose from, in the unit of each modality. */
export const priceSteps: Record<Modality, { label: string; most: readonly number[] }> = {
  chat: { label: 'Chat, per million input tokens', most: [0.1, 0.5, 1, 5] },
  image: { label: 'Image, per image', most: [0.01, 0.05, 0.2] },
  video: { label: 'Video, per million tokens', most: [2, 5, 10] },
  speech: { label: 'Speech, per million characters', most: [5, 15, 30] },
  transcription: { label: 'Transcription, per minute', most: [0.003, 0.006] },
  embedding: { label: 'Embedding, per million tokens', most: [0.02, 0.1, 0.5] },
  moderation: { label: 'Moderation, per million tokens', most: [0, 0.1, 1] },
  rerank: { label: 'Reranking, per million tokens', most: [0.02, 0.1, 0.5] },
}

/** `chat-0.5`, for the URL. */
export function writePriceStep({ modality, usd }: PriceStep): string {
  return `${modality}-${usd}`
}

function readPriceStep(text: string): PriceStep | null {
  const [kind, usd] = text.split('-')
  const modality = Modality.safeParse(kind).data
  const amount = modality && priceSteps[modality].most.find((step) => String(step) === usd)
  return modality === undefined || amount === undefined ? null : { modality, usd: amount }
}

/** The models that match a query, in the given order. */
export function filterModels(models: readonly ListedModel[], query: ListingQuery): ListedModel[] {
  const words = query.q.toLowerCase().split(/\s+/).filter(Boolean)
  const modality = query.modality ?? query.price?.modality ?? null
  return models.filter(
    (model) =>
      (modality === null || model.modality === modality) &&
      (query.providers.length === 0 || model.providers.some((id) => query.providers.includes(id))) &&
      (query.context === null || (model.context_length ?? 0) >= query.context) &&
      query.can.every((ability) => abilities[ability].has(model)) &&
      costsAtMost(model, query.price) &&
      matchesAll(model, words),
  )
}

/** A model matches when any of its providers is within the limit. */
function costsAtMost({ modality, routes }: ListedModel, step: ListingQuery['price']): boolean {
  if (step === null) return true
  return routes.some(({ pricing }) => {
    const price = mainPrice(modality, pricing)
    // Token prices do not compare with those of images, characters and minutes.
    if (price === null || (price.unit === 'tokens' && !['chat', 'embedding'].includes(modality))) return false
    return price.usd <= step.usd
  })
}

function matchesAll(model: ListedModel, words: readonly string[]): boolean {
  const text = [model.id, model.name, model.description, ...model.routes.map((route) => route.provider_name)]
    .join(' ')
    .toLowerCase()
  return words.every((word) => text.includes(word))
}

export type MeasuredSpeed = Pick<ModelFigures, 'tps' | 'ttftMs'>

type Compare = (a: ListedModel, b: ListedModel) => number

/** Sorts models. Unknown values come last, equal ones by name. */
export function sortModels(
  models: readonly ListedModel[],
  sort: ListingSort,
  speeds: ReadonlyMap<string, MeasuredSpeed> = new Map(),
): ListedModel[] {
  const orders: Record<ListingSort, Compare> = {
    // By day: models that came together are in the order of their kinds.
    newest: (a, b) => dayOf(b) - dayOf(a) || modalities.indexOf(a.modality) - modalities.indexOf(b.modality),
    name: () => 0,
    price: byPrice,
    context: ascending((model) => (model.context_length === null ? null : -model.context_length)),
    throughput: ascending(({ id }) => negated(speeds.get(id)?.tps)),
    latency: ascending(({ id }) => speeds.get(id)?.ttftMs ?? null),
  }
  return [...models].sort((a, b) => orders[sort](a, b) || byName(a, b))
}

const DAY_SECONDS = 86_400
const dayOf = ({ created }: ListedModel) => Math.floor(created / DAY_SECONDS)

function byName(a: ListedModel, b: ListedModel): number {
  return a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1)
}

/** By modality first, since prices of an image and a million tokens do not compare. */
function byPrice(a: ListedModel, b: ListedModel): number {
  const kinds = modalities.indexOf(a.modality) - modalities.indexOf(b.modality)
  if (kinds !== 0) return kinds
  const [first, second] = [a, b].map(({ modality, pricing }) => mainPrice(modality, pricing))
  if (first?.unit !== second?.unit) return (first?.unit ?? '~') < (second?.unit ?? '~') ? -1 : 1
  return (first?.usd ?? 0) - (second?.usd ?? 0)
}

function ascending(value: (model: ListedModel) => number | null): Compare {
  return (a, b) => {
    const [first, second] = [value(a), value(b)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return first - second
  }
}

function negated(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : -value
}

type Counted = { id: string; name: string; count: number }

/** The number of models of each provider, largest first. */
export function countByProvider(models: readonly ListedModel[]): Counted[] {
  const counted = new Map<string, Counted>()
  for (const { provider_id: id, provider_name: name } of models.flatMap(({ routes }) => routes))
    counted.set(id, { id, name, count: (counted.get(id)?.count ?? 0) + 1 })
  return [...counted.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en'))
}

/** The number of models of each modality, without empty ones. */
export function countByModality(models: readonly ListedModel[]): { modality: Modality; count: number }[] {
  return modalities
    .map((modality) => ({ modality, count: models.filter((model) => model.modality === modality).length }))
    .filter(({ count }) => count > 0)
}
