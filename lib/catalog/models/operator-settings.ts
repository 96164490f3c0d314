import { clock } from '@/lib/platform/clock'
import { readSecret } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import {
  findWholeModel,
  listModelRows,
  listNewPrices,
  listProviderRows,
  type WholeModelRow,
} from './operator-repository'
import { catalogSnapshot } from './read-snapshot'
import { Modality, Pricing, type RouteObstacle } from './schema'

export type ModelSettings = Awaited<ReturnType<typeof listModelSettings>>[number]

/** Every model that is not withdrawn, by id, with its state and first price. */
export async function listModelSettings() {
  const rows = await listModelRows(clock.now())
  const { models, providers } = catalogSnapshot()
  /** Whether a route would be used if its provider had a key. */
  const lacksKey = ({ enabled, providerId }: (typeof rows)[number]['routes'][number]) => {
    const provider = providers.get(providerId)
    return enabled && provider?.enabled === true && !provider.configured
  }
  return rows.map(({ routes, ...row }) => {
    const callable = new Set(models.get(row.id)?.routes.map(({ routeId }) => routeId))
    const ordered = routes.toSorted(
      (a, b) => (a.operatorPriority ?? a.priority) - (b.operatorPriority ?? b.priority),
    )
    return {
      id: row.id,
      name: row.name,
      modality: Modality.parse(row.modality),
      enabled: row.enabled,
      isCallable: models.has(row.id),
      lacksKey: routes.some(lacksKey),
      /** The providers of its routes, in the order in which they are tried. */
      providers: ordered.map(({ id, providerId }) => ({ id: providerId, isCallable: callable.has(id) })),
      /** When the first of its providers ends it. */
      endsOn: routes.flatMap(({ endsOn, enabled }) => (enabled && endsOn ? [endsOn] : [])).sort()[0] ?? null,
      /** The price of the first route, callable or not. */
      pricing: Pricing.safeParse(ordered[0]?.prices[0]?.pricing).data ?? null,
    }
  })
}

type RouteRow = WholeModelRow['routes'][number]

export type RouteSettings = ReturnType<typeof routeSettings>
export type WholeModel = Awaited<ReturnType<typeof readModelSettings>>

/** A model with its routes in the order in which they are tried, and all their price versions. Throws `not_found`. */
export async function readModelSettings(id: string) {
  const row = await findWholeModel(id)
  if (row === null) throw new AppError('not_found')
  const now = clock.now()
  const routes = row.routes.map((route) => routeSettings(route, row.enabled, now))
  return {
    ...row,
    modality: Modality.parse(row.modality),
    routes: routes.sort(
      (a, b) => a.priority - b.priority || b.weight - a.weight || (a.providerId < b.providerId ? -1 : 1),
    ),
  }
}

function routeSettings(route: RouteRow, isModelEnabled: boolean, now: Date) {
  const { id, providerId, upstreamId, enabled } = route
  return {
    id,
    providerId,
    providerName: route.provider.name,
    upstreamId,
    contextLength: route.contextLength,
    maxOutputTokens: route.maxOutputTokens,
    supportedParameters: route.supportedParameters,
    enabled,
    endsOn: route.endsOn,
    /** Null where it receives requests. */
    obstacle: isModelEnabled ? obstacleOf(route, now) : 'model_disabled',
    priority: route.operatorPriority ?? route.priority,
    weight: route.operatorWeight ?? route.weight,
    /** The order in the catalog files. */
    ownPriority: route.priority,
    ownWeight: route.weight,
    isOrderedByOperator: route.operatorPriority !== null || route.operatorWeight !== null,
    prices: priceVersions(route, now),
  }
}

function obstacleOf(route: RouteRow, now: Date): RouteObstacle | null {
  const { provider } = route
  if (!route.enabled) return 'route_disabled'
  if (provider.withdrawnAt !== null) return 'provider_withdrawn'
  if (!provider.enabled) return 'provider_disabled'
  if (catalogSnapshot().providers.get(provider.id)?.configured === false) return 'provider_not_configured'
  if (!route.prices.some(({ validFrom }) => validFrom <= now)) return 'no_price'
  const served = catalogSnapshot().models.get(route.modelId)?.routes
  return served?.some(({ routeId }) => routeId === route.id) ? null : 'not_served'
}

/** Latest first. */
function priceVersions({ prices }: RouteRow, now: Date) {
  const inForce = prices.find(({ validFrom }) => validFrom <= now)
  return prices.map(({ id, version, pricing, cost, source, validFrom }) => ({
    id,
    version,
    pricing: Pricing.parse(pricing),
    cost: Pricing.nullable().parse(cost),
    source,
    validFrom,
    state: id === inForce?.id ? 'in_force' : validFrom > now ? 'scheduled' : 'past',
  }))
}

/** A provider as operators see it, with the names of its variables but not their values. */
export type ProviderSettings = Awaited<ReturnType<typeof listProviderSettings>>[number]

/** Every provider, withdrawn ones too. */
export async function listProviderSettings() {
  return (await listProviderRows()).map(({ apiKeyEnv, baseUrlEnv, routes, ...row }) => ({
    ...row,
    isConfigured: apiKeyEnv === null || (catalogSnapshot().providers.get(row.id)?.configured ?? false),
    /** Null where it has no key variable. */
    key: apiKeyEnv === null ? null : stateOf(apiKeyEnv),
    /** The variable that overrides its base URL, and whether it is set. */
    address: baseUrlEnv === null ? null : stateOf(baseUrlEnv),
    modelIds: routes.map(({ modelId }) => modelId),
  }))
}

function stateOf(variable: string) {
  return { variable, isSet: readSecret(variable) !== undefined }
}

type PriceChange = { providerId: string; providerName: string; at: Date; modelIds: string[] }

/** Price changes within this time, newest first; simultaneous changes at one provider count as one. */
export async function listPriceChanges(withinMillis: number): Promise<PriceChange[]> {
  const now = clock.now()
  const rows = await listNewPrices(new Date(now.getTime() - withinMillis), now)
  const together = Map.groupBy(rows, ({ validFrom, route }) => `${route.providerId} ${validFrom.getTime()}`)
  return [...together.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { id: providerId, name: providerName } = first.route.provider
    const modelIds = group.map(({ route }) => route.modelId).sort()
    return [{ providerId, providerName, at: first.validFrom, modelIds }]
  })
}
