import { clock } from '@/lib/platform/clock'
import { readSecret } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { findWholeModel, listModelRows, listProviderRows, type WholeModelRow } from './operator-repository'
import { catalogSnapshot } from './read-snapshot'
import { Modality, Pricing } from './schema'

/** A model as its operator finds it in a list. */
export type ModelSettings = {
  id: string
  name: string
  modality: Modality
  enabled: boolean
  isCallable: boolean
  /** Who serves it or would, in the order in which they are tried. */
  providers: { id: string; isCallable: boolean }[]
  /** Of the route that is tried first, callable or not. */
  pricing: Pricing | null
}

/** Every model that is not withdrawn, by id. */
export async function listModelSettings(): Promise<ModelSettings[]> {
  const rows = await listModelRows(clock.now())
  const { models } = catalogSnapshot()
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
      providers: ordered.map(({ id, providerId }) => ({ id: providerId, isCallable: callable.has(id) })),
      pricing: Pricing.safeParse(ordered[0]?.prices[0]?.pricing).data ?? null,
    }
  })
}

type RouteRow = WholeModelRow['routes'][number]

/** Why a route is not tried, the first reason there is. */
export type RouteObstacle =
  | 'model_disabled'
  | 'route_disabled'
  | 'provider_withdrawn'
  | 'provider_disabled'
  | 'provider_not_configured'
  | 'no_price'
  | 'not_served'

export type PriceVersion = {
  id: string
  version: number
  pricing: Pricing
  source: string
  validFrom: Date
  state: 'scheduled' | 'in_force' | 'past'
}

export type RouteSettings = {
  id: string
  providerId: string
  providerName: string
  upstreamId: string
  enabled: boolean
  /** Null: it is tried. */
  obstacle: RouteObstacle | null
  priority: number
  weight: number
  /** What the files say. */
  ownPriority: number
  ownWeight: number
  isOrderedByOperator: boolean
  /** The latest first. */
  prices: PriceVersion[]
}

export type WholeModel = Omit<WholeModelRow, 'routes' | 'modality'> & {
  modality: Modality
  routes: RouteSettings[]
}

/** A model with its routes in the order in which they are tried, and all their prices. Throws `not_found`. */
export async function readModelSettings(id: string): Promise<WholeModel> {
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

function routeSettings(route: RouteRow, isModelEnabled: boolean, now: Date): RouteSettings {
  const { id, providerId, upstreamId, enabled } = route
  return {
    id,
    providerId,
    providerName: route.provider.name,
    upstreamId,
    enabled,
    obstacle: isModelEnabled ? obstacleOf(route, now) : 'model_disabled',
    priority: route.operatorPriority ?? route.priority,
    weight: route.operatorWeight ?? route.weight,
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
  if (provider.apiKeyEnv !== null && readSecret(provider.apiKeyEnv) === undefined)
    return 'provider_not_configured'
  if (!route.prices.some(({ validFrom }) => validFrom <= now)) return 'no_price'
  const served = catalogSnapshot().models.get(route.modelId)?.routes
  return served?.some(({ routeId }) => routeId === route.id) ? null : 'not_served'
}

function priceVersions({ prices }: RouteRow, now: Date): PriceVersion[] {
  const inForce = prices.find(({ validFrom }) => validFrom <= now)
  return prices.map(({ id, version, pricing, source, validFrom }) => ({
    id,
    version,
    pricing: Pricing.parse(pricing),
    source,
    validFrom,
    state: id === inForce?.id ? 'in_force' : validFrom > now ? 'scheduled' : 'past',
  }))
}

/** A provider as its operator sees it: which variables it reads, never what is in them. */
export type ProviderSettings = {
  id: string
  name: string
  adapter: string
  /** builtin | file | operator */
  source: string
  enabled: boolean
  /** Since when no file names it any more. */
  withdrawnAt: Date | null
  /** Null: it needs no key. */
  key: { variable: string; isSet: boolean } | null
  baseUrl: string | null
  /** The variable that moves it elsewhere, and whether it does. */
  address: { variable: string; isSet: boolean } | null
  modelIds: string[]
}

/** Every provider that there ever was. */
export async function listProviderSettings(): Promise<ProviderSettings[]> {
  return (await listProviderRows()).map(({ apiKeyEnv, baseUrlEnv, routes, ...row }) => ({
    ...row,
    key: apiKeyEnv === null ? null : stateOf(apiKeyEnv),
    address: baseUrlEnv === null ? null : stateOf(baseUrlEnv),
    modelIds: routes.map(({ modelId }) => modelId),
  }))
}

function stateOf(variable: string): { variable: string; isSet: boolean } {
  return { variable, isSet: readSecret(variable) !== undefined }
}
