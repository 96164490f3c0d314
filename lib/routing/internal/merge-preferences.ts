import type { KeyRouting } from '@/lib/platform/caller'
import type { RouteRequest, RouteSort } from '../schema'

/** The key's settings and the request's preferences as one: a field of the request stands in for the key's. */
export type Preferences = {
  order: readonly string[]
  sort: RouteSort | null
  /** Sorts the routes of all models as one list. */
  isSortedAcross: boolean
  allowFallbacks: boolean
  /** The field to name where `order` leaves nothing. */
  orderParam: 'provider.order' | 'model'
  /** Models that may step in. */
  models: readonly string[]
  /** The request names them: each has to be one. Of the key's those that are none are passed over. */
  areModelsAsked: boolean
}

/** Undefined: there are no preferences at all, as in nearly every request. */
export function mergePreferences(
  routing: KeyRouting | null,
  { provider, models }: Pick<RouteRequest, 'provider' | 'models'>,
): Preferences | undefined {
  if (provider == null && models == null && (routing === null || isPlain(routing))) return undefined
  const sort = provider?.sort ?? routing?.sort ?? null
  return {
    order: provider?.order ?? routing?.order ?? [],
    sort: typeof sort === 'object' ? (sort?.by ?? null) : sort,
    isSortedAcross: typeof sort === 'object' && sort?.partition === 'none',
    allowFallbacks: provider?.allow_fallbacks ?? routing?.allowFallbacks ?? true,
    orderParam: provider?.order ? 'provider.order' : 'model',
    models: models ?? routing?.models ?? [],
    areModelsAsked: models != null,
  }
}

function isPlain({ order, sort, allowFallbacks, models }: KeyRouting): boolean {
  return order.length === 0 && sort === null && allowFallbacks && models.length === 0
}
