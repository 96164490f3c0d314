import { z } from 'zod'
import type { CatalogModel, CatalogRoute } from '@/lib/catalog/models/catalog-snapshot'
import type { Modality } from '@/lib/catalog/models/schema'

/**
 * Routing: which provider serves a request. A caller names a model; its key, and the request itself, may say in which
 * order providers are tried, by what they are sorted, which are left out, and which other models may step in. The answer
 * is a list: the next route is tried when the one before failed and nothing has reached the client yet.
 */

/** A route of the catalog, as one that a request may take. */
export type ResolvedRoute = CatalogRoute & {
  /**
   * It is asked with a key of the customer's own, and its price is the catalog's multiplied by this: the platform fee alone.
   * Its `routeId` names the key too, so that what becomes of it says nothing of the installation's way.
   */
  readonly ownKeyFactor?: number
}

export const RouteSort = z.enum(['price', 'latency', 'throughput'])
export type RouteSort = z.infer<typeof RouteSort>

const providerIds = z.array(z.string().min(1).max(100)).max(50).nullish()
/** Dollars; a decimal string too, as OpenRouter's clients may send it. */
const dollars = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}(?:\.\d{1,15})?$/, 'must be a number')
      .transform(Number),
  ])
  .pipe(z.number().min(0))
  .nullish()

/** `provider` of a chat request, in OpenRouter's form. An unknown preference is refused: it could not be honoured. */
export const ProviderPreferences = z.strictObject({
  /** Tried first, in this order. */
  order: providerIds,
  /** No others are tried. */
  only: providerIds,
  ignore: providerIds,
  /** False: the providers in `order` alone, or without one the best alone. */
  allow_fallbacks: z.boolean().nullish(),
  /** With `partition: "none"` the routes of all models are sorted as one list. */
  sort: z
    .union([RouteSort, z.strictObject({ by: RouteSort, partition: z.enum(['model', 'none']).nullish() })])
    .nullish(),
  /** USD per million tokens, and per request. */
  max_price: z.strictObject({ prompt: dollars, completion: dollars, request: dollars }).nullish(),
  /** Only routes that declare every parameter of the request. */
  require_parameters: z.boolean().nullish(),
  /** `deny`: only providers that say that they do not train on prompts. */
  data_collection: z.enum(['allow', 'deny']).nullish(),
  /** Only providers that say that they keep nothing. */
  zdr: z.boolean().nullish(),
})
export type ProviderPreferences = z.output<typeof ProviderPreferences>

/** `models` of a chat request: fallbacks, in this order. Without `model` the first is the requested one. */
export const FallbackModels = z.array(z.string().min(1).max(256)).max(20)

/** Something that a request asks for and that not every route serves; the others are not used. */
export type RouteOption = {
  param: string
  isServedBy: (route: ResolvedRoute) => boolean
  /** Ends the sentence "The model …"; left out: it has no price for it. */
  refusal?: string
}

export type RouteRequest = {
  /** As the caller wrote it; absent or `"default"`: the key's default model. */
  model: string | undefined
  modality: Modality
  /** The request's own preferences; field by field they stand in for the key's. */
  provider?: ProviderPreferences | null | undefined
  models?: readonly string[] | null | undefined
  /** Only routes that can search the web. */
  webSearch?: boolean | undefined
  options?: readonly RouteOption[] | undefined
  /** What the request asks of a model, for `require_parameters`. */
  parameters?: readonly string[] | undefined
}

export type Resolution = {
  /** The requested model; a route may serve another one where key or request allow that. */
  model: CatalogModel
  /** Never empty; the first is tried first. */
  routes: readonly ResolvedRoute[]
}
