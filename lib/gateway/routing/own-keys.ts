import type { CatalogSnapshot } from '@/lib/catalog/models/catalog-snapshot'
import { catalogSnapshot, findModelOf, findProvider } from '@/lib/catalog/models/read-snapshot'
import { platformFeeRate } from '@/lib/money/orders/offer'
import { scalePrice } from '@/lib/money/prices/price'
import type { Caller } from '@/lib/platform/caller'
import type { AdapterTarget } from '@/lib/upstream/contract/adapter'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { isRefusalOfKey, type OwnKey, ownKeysOf } from '@/lib/upstream/provider-secrets'
import type { ResolvedRoute } from './schema'

/**
 * Keys that customers brought for providers. A customer's own key goes first, and alone: the installation's routes to a model
 * are left only where each key that serves the model allows it. Such a request costs the platform fee on what it would have cost.
 */

/** The routes of one list with the caller's keys: those that have one first, in the list's order. */
export function withOwnKeys(
  { priceFactor = 1 }: Caller,
  keys: readonly OwnKey[],
  routes: readonly ResolvedRoute[],
  { providers }: CatalogSnapshot,
): readonly ResolvedRoute[] {
  const factor = feeFactor(priceFactor)
  const alone = new Set<string>()
  const own = routes.flatMap((route) =>
    keys.flatMap((key) => {
      const made = ownRoute(route, key, factor, providers)
      if (made && !key.allowsFallback) alone.add(route.modelId)
      return made ?? []
    }),
  )
  const ours = routes.filter(
    ({ modelId, providerId }) => !alone.has(modelId) && providers.get(providerId)?.configured,
  )
  return [...own, ...ours]
}

const MILLION = 1_000_000

/** As exact as a price is scaled. */
function feeFactor(priceFactor: number): number {
  return Math.round(Number(platformFeeRate()) * priceFactor * MILLION) / MILLION
}

/** Of no catalog id. */
const BETWEEN = '~'

function ownRoute(
  route: ResolvedRoute,
  key: OwnKey,
  ownKeyFactor: number,
  providers: CatalogSnapshot['providers'],
): ResolvedRoute | undefined {
  const target = providers.get(route.providerId)?.ownTarget
  if (!target || key.providerId !== route.providerId) return undefined
  return {
    ...route,
    routeId: `${route.routeId}${BETWEEN}${key.id}`,
    price: scalePrice(route.price, ownKeyFactor),
    target: { ...target, ownKey: key.id },
    ownKeyFactor,
  }
}

/** The catalog's own id of a route, which several keys may share. */
export function catalogRouteId(routeId: string): string {
  return routeId.split(BETWEEN)[0] ?? routeId
}

/**
 * The present version of a task's route; undefined while it is switched off, or its provider has no key. A task started
 * with a customer's key continues with that one alone.
 */
export function findPlannedRoute(
  customerId: string,
  { modelId, routeId }: { modelId: string; routeId: string },
): ResolvedRoute | undefined {
  const { models, providers } = catalogSnapshot()
  const [id, keyId] = routeId.split(BETWEEN)
  const model = keyId === undefined ? models.get(modelId) : findModelOf(customerId, modelId)
  const route = model?.routes.find((one) => one.routeId === id)
  if (route === undefined || keyId === undefined) return route
  const key = ownKeysOf(customerId).find((one) => one.id === keyId)
  return key && ownRoute(route, key, feeFactor(1), providers)
}

/**
 * The route for polling a started task, also while its model, route or provider is switched off: nothing else is started
 * there. Undefined without the key that it was started with.
 */
export function findBegunTarget(
  customerId: string,
  { providerId, routeId }: { providerId: string; routeId: string },
): AdapterTarget | undefined {
  const provider = findProvider(providerId)
  const [, keyId] = routeId.split(BETWEEN)
  if (keyId === undefined) return provider?.target ?? undefined
  const isTheirs = ownKeysOf(customerId).some(({ id }) => id === keyId)
  return isTheirs && provider?.ownTarget ? { ...provider.ownTarget, ownKey: keyId } : undefined
}

/** A provider that refuses or limits the customer's own key is named: only the customer can fix it. */
export function namingOwnKey({ providerId, ownKeyFactor }: ResolvedRoute, error: unknown): unknown {
  if (ownKeyFactor === undefined || !(error instanceof UpstreamError)) return error
  const { fault, status, retryAfterSeconds } = error
  if (isRefusalOfKey(error)) {
    const message = `The provider "${providerId}" refused your own key: check the key and its account there, or remove it here.`
    return new UpstreamError(fault, { message, code: 'provider_key_refused', status, cause: error })
  }
  if (fault !== 'rate_limited') return error
  const message = `The provider "${providerId}" limits your own key.`
  return new UpstreamError(fault, { message, status, retryAfterSeconds, cause: error })
}
