import { z } from 'zod'
import { Modality, type ModelReply } from '@/lib/catalog/models/schema'

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
