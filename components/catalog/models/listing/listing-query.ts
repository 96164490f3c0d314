import { z } from 'zod'
import { Modality, type ModelReply } from '@/lib/catalog/models/schema'

const listingSorts = ['newest', 'name', 'price', 'context', 'throughput', 'latency'] as const
export type ListingSort = (typeof listingSorts)[number]

/** Tokens of context to choose from. */
export const contextSteps = [32_000, 128_000, 200_000, 1_000_000] as const

/** The most models that stand side by side, and the fewest. */
export const COMPARE_MOST = 4
export const COMPARE_FEWEST = 2

/** The query of the list of models; all of it is in the address. */
export type ListingQuery = {
  q: string
  modality: Modality | null
  providers: readonly string[]
  price: PriceStep | null
  /** At least this many tokens. */
  context: number | null
  can: readonly Ability[]
  sort: ListingSort
  /** Models that are ticked. */
  compare: readonly string[]
  view: 'list' | 'compare'
}

/** An address' parameters, as Next hands them over. */
type AddressParameters = Record<string, string | string[] | undefined>

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
  compare: texts.transform((all) => all.slice(0, COMPARE_MOST)),
  view: z.enum(['list', 'compare']).catch('list'),
})

/** Invalid values are ignored: an address that was shortened still shows a list. */
export function readListingQuery(parameters: AddressParameters): ListingQuery {
  const { provider, price, modality, ...rest } = Parameters.parse(parameters)
  // A price belongs to a kind: it narrows to that kind, and a kind that was chosen since puts it aside.
  const fits = price !== null && (modality === null || modality === price.modality)
  return { ...rest, modality, providers: provider, price: fits ? price : null }
}

/** The address of a list, without what is at its default: `?modality=chat&sort=price`, or nothing. */
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

/** How many filters narrow the list, for the phone's button. */
export function countFilters({ providers, price, context, can }: ListingQuery): number {
  return providers.length + can.length + (price ? 1 : 0) + (context ? 1 : 0)
}

type Described = Pick<ModelReply, 'supported_parameters' | 'capabilities'>

const takes = (parameter: string) => (model: Described) => model.supported_parameters.includes(parameter)
const reads = (kind: string) => (model: Described) => {
  const kinds = model.capabilities.input_modalities
  return Array.isArray(kinds) && kinds.includes(kind)
}

/** What a model may be asked to be able to do. */
export const abilities = {
  tools: { name: 'Tools', has: takes('tools') },
  json: { name: 'Structured output', has: takes('response_format') },
  vision: { name: 'Reads pictures', has: reads('image') },
  reasoning: { name: 'Reasoning effort', has: takes('reasoning_effort') },
  search: { name: 'Web search', has: takes('web_search') },
} as const

type Ability = keyof typeof abilities

export const abilityNames = ['tools', 'json', 'vision', 'reasoning', 'search'] as const satisfies Ability[]

export type PriceStep = { modality: Modality; usd: number }

/** Upper ends to choose from, by kind, for each kind is priced by a measure of its own. */
export const priceSteps: Record<Modality, { label: string; most: readonly number[] }> = {
  chat: { label: 'Chat, a million input tokens', most: [0.1, 0.5, 1, 5] },
  image: { label: 'Image, a picture', most: [0.01, 0.05, 0.2] },
  video: { label: 'Video, a million tokens', most: [2, 5, 10] },
  speech: { label: 'Speech, a million characters', most: [5, 15, 30] },
  transcription: { label: 'Transcription, a minute', most: [0.003, 0.006] },
  embedding: { label: 'Embedding, a million tokens', most: [0.02, 0.1, 0.5] },
  moderation: { label: 'Moderation, a million tokens', most: [0, 0.1, 1] },
  rerank: { label: 'Reranking, a million tokens', most: [0.02, 0.1, 0.5] },
}

/** `chat-0.5`, as it stands in the address. */
export function writePriceStep({ modality, usd }: PriceStep): string {
  return `${modality}-${usd}`
}

function readPriceStep(text: string): PriceStep | null {
  const [kind, usd] = text.split('-')
  const modality = Modality.safeParse(kind).data
  const amount = modality && priceSteps[modality].most.find((step) => String(step) === usd)
  return modality === undefined || amount === undefined ? null : { modality, usd: amount }
}
