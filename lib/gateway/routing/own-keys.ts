import type { CatalogSnapshot } from '@/lib/catalog/models/catalog-snapshot'
import { catalogSnapshot, findModelOf, findProvider } from '@/lib/catalog/models/read-snapshot'
import { platformFeeRate } from '@/lib/money/orders/offer'
import { combineFactors } from '@/lib/money/prices/own-price'
import { scalePrice } from '@/lib/money/prices/price'
import type { Caller } from '@/lib/platform/caller'
import type { AdapterTarget } from '@/lib/upstream/contract/adapter'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { isRefusalOfKey, type OwnKey, ownKeysOf } from '@/lib/upstream/provider-secrets'
import type { ResolvedRoute } from './schema'

/**
 * Customers' keys for providers. Routes with a customer's key are tried first, and alone: the installation's routes to a model
 * stay only if every key that serves the model allows fallback. Such a request costs the platform fee on its usual price.
 */

/** The routes of one list, those with one of the customer's keys first, each in the list's order. */
export function withOwnKeys(
  { priceFactor = 1 }: Caller,
  keys: readonly OwnKey[],
  routes: readonly ResolvedRoute[],
  { providers }: CatalogSnapshot,
): readonly ResolvedRoute[] {
  const factor = feeFactor(priceFactor)
  const alone = new Set<string>()
  const customers = routes.flatMap((route) =>
    keys.flatMap((key) => {
      const keyed = ownRoute(route, key, factor, providers)
      if (keyed && !key.allowsFallback) alone.add(route.modelId)
      return keyed ?? []
    }),
  )
  const installations = routes.filter(
    ({ modelId, providerId }) => !alone.has(modelId) && providers.get(providerId)?.configured,
  )
  return [...customers, ...installations]
}

function feeFactor(priceFactor: number): number {
  return combineFactors(Number(platformFeeRate()), priceFactor)
}

/** Separates a route's ID from a key's. No catalog ID contains it. */
const SEPARATOR = '~'

/** The fee is a share of the catalog's price, whatever the customer pays for other routes. */
function ownRoute(
  { listed, ...priced }: ResolvedRoute,
  key: OwnKey,
  ownKeyFactor: number,
  providers: CatalogSnapshot['providers'],
): ResolvedRoute | undefined {
  const route = listed ?? priced
  const target = providers.get(route.providerId)?.ownTarget
  if (!target || key.providerId !== route.providerId) return undefined
  return {
    ...route,
    routeId: `${route.routeId}${SEPARATOR}${key.id}`,
    price: scalePrice(route.price, ownKeyFactor),
    target: { ...target, ownKey: key.id },
    ownKeyFactor,
  }
}

/** The catalog's ID of a route, which several keys may share. */
export function catalogRouteId(routeId: string): string {
  return routeId.split(SEPARATOR)[0] ?? routeId
}

/**
 * The current version of a task's route; undefined while it is disabled or its provider has no key. A task started with a
 * customer's key continues with that key alone.
 */
export function findPlannedRoute(
  customerId: string,
  { modelId, routeId }: { modelId: string; routeId: string },
): ResolvedRoute | undefined {
  const { models, providers } = catalogSnapshot()
  const [id, keyId] = routeId.split(SEPARATOR)
  const model = keyId === undefined ? models.get(modelId) : findModelOf(customerId, modelId)
  const route = model?.routes.find((one) => one.routeId === id)
  if (route === undefined || keyId === undefined) return route
  const key = ownKeysOf(customerId).find((one) => one.id === keyId)
  return key && ownRoute(route, key, feeFactor(1), providers)
}

/**
 * The target for polling a started task, even while its model, route or provider is disabled, since nothing new is started
 * there. Undefined if the key that it was started with is gone.
 */
export function findBegunTarget(
  customerId: string,
  { providerId, routeId }: { providerId: string; routeId: string },
): AdapterTarget | undefined {
  const provider = findProvider(providerId)
  const [, keyId] = routeId.split(SEPARATOR)
  if (keyId === undefined) return provider?.target ?? undefined
  const hasKey = ownKeysOf(customerId).some(({ id }) => id === keyId)
  return hasKey && provider?.ownTarget ? { ...provider.ownTarget, ownKey: keyId } : undefined
}

/** Names the provider in an error when it refuses or limits the customer's key: only the customer can fix that. */
export function namingOwnKey({ providerId, ownKeyFactor }: ResolvedRoute, error: unknown): unknown {
  if (ownKeyFactor === undefined || !(error instanceof UpstreamError)) return error
  const { fault, status, retryAfterSeconds } = error
  if (isRefusalOfKey(error)) {
    const message = `The provider "${providerId}" refused your API key. Check the key and its account with the provider, or remove it here.`
    return new UpstreamError(fault, { message, code: 'provider_key_refused', status, cause: error })
  }
  if (fault !== 'rate_limited') return error
  const message = `The provider "${providerId}" rate limits your API key.`
  return new UpstreamError(fault, { message, status, retryAfterSeconds, cause: error })
}
