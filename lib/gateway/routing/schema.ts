import { z } from 'zod'
import type { CatalogModel } from '@/lib/catalog/models/catalog-snapshot'
import type { PricedRoute } from '@/lib/catalog/models/customer-prices'
import type { Modality } from '@/lib/catalog/models/schema'
import { leftOpen } from '@/lib/platform/fields'
import type { SteadyBy } from '@/lib/platform/steady-choice'

/**
 * Routing: which provider serves a request. The caller names a model. The key and the request may set the order of
 * providers, how they are sorted, which are excluded, and fallback models. The result is a list of routes: the next one is
 * tried when the one before failed and nothing has reached the client.
 */

/** A route of the catalog that can serve a request, at the caller's price. */
export type ResolvedRoute = PricedRoute & {
  /**
   * Set if the route uses a customer's key: its price is the catalog's multiplied by this, the platform fee alone. Its
   * `routeId` includes the key, so its health is kept apart from the installation's route.
   */
  readonly ownKeyFactor?: number
}

export const RouteSort = z.enum(['price', 'latency', 'throughput'])
export type RouteSort = z.infer<typeof RouteSort>

const providerIds = z.array(z.string().min(1).max(100)).max(50).nullish()
/** USD, as a number or, as OpenRouter's clients may send it, a decimal string. */
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

/** `provider` of a chat request, in OpenRouter's format. Unknown preferences are refused, since they could not be honored. */
export const ProviderPreferences = z.strictObject({
  /** Tried first, in this order. */
  order: providerIds,
  /** Only these are tried. */
  only: providerIds,
  ignore: providerIds,
  /** If false, only the providers in `order` are tried, or without an order only the best route. */
  allow_fallbacks: z.boolean().nullish(),
  /** `partition: "none"` sorts the routes of all models as one list. */
  sort: z
    .union([RouteSort, z.strictObject({ by: RouteSort, partition: z.enum(['model', 'none']).nullish() })])
    .nullish(),
  /** USD per million tokens, and per request. */
  max_price: z.strictObject({ prompt: dollars, completion: dollars, request: dollars }).nullish(),
  /** Only routes that support every parameter of the request. */
  require_parameters: z.boolean().nullish(),
  /** `deny`: only providers that state that they do not train on prompts. */
  data_collection: z.enum(['allow', 'deny']).nullish(),
  /** Only providers that state that they keep no data. */
  zdr: z.boolean().nullish(),
})
export type ProviderPreferences = z.output<typeof ProviderPreferences>

/** `models` of a chat request: fallbacks in order. Without `model`, the first one is the requested model. */
export const FallbackModels = z.array(z.string().min(1).max(256)).max(20)

/** The fields that choose models and providers. A null counts as absent: the key's default model is used. */
export const routingFields = {
  model: leftOpen(z.string().min(1).max(256)).optional(),
  models: FallbackModels.nullish(),
  provider: ProviderPreferences.nullish(),
}

/** A part of a request that not every route supports. Only routes that do are used. */
export type RouteOption = {
  param: string
  isServedBy: (route: ResolvedRoute) => boolean
  /** Completes the sentence "The model …". Default: it has no price for the parameter. */
  refusal?: string
}

export type RouteRequest = {
  /** As the caller wrote it; the key's default model if absent or `"default"`. */
  model: string | undefined
  modality: Modality
  /** The request's preferences; each field overrides the key's. */
  provider?: ProviderPreferences | null | undefined
  models?: readonly string[] | null | undefined
  /** Only routes that can search the web. */
  webSearch?: boolean | undefined
  options?: readonly RouteOption[] | undefined
  /** The parameters that the request sets, for `require_parameters`. */
  parameters?: readonly string[] | undefined
  /** The request goes to the same route among equals as others of its conversation. */
  conversation?: SteadyBy | undefined
}

export type Resolution = {
  /** The requested model. Routes may serve fallback models if the key or the request allows them. */
  model: CatalogModel
  /** Never empty, in the order in which they are tried. */
  routes: readonly ResolvedRoute[]
}
