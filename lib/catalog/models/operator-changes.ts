import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { type CallLimitsChange, callLimitColumns, presentCallLimits } from '@/lib/platform/fields'
import type { Transaction } from '@/lib/platform/transaction'
import { canonicalJson } from './internal/plan-seed'
import {
  insertPrice,
  lockRoute,
  lockRoutesOf,
  lockSwitch,
  type RouteOrder,
  type Switched,
  updateModelLimits,
  updateRouteOrder,
  updateSwitch,
} from './operator-repository'
import type { PriceChange as ListedChange } from './price-list'
import { Modality, missingRates, Pricing } from './schema'

type Switch = { enabled: boolean }

/**
 * Enables or disables a provider, model or route. Seeds never change this. Every node reloads the catalog when
 * `transaction` commits; requests in progress finish. Throws `not_found`, also for withdrawn ones.
 */
export async function setEnabled(
  kind: Switched,
  id: string,
  enabled: boolean,
  transaction: Transaction,
): Promise<{ before: Switch; after: Switch }> {
  const before = await lockSwitch(kind, id, transaction)
  if (before === null) throw new AppError('not_found')
  if (before.enabled !== enabled) await updateSwitch(kind, id, enabled, transaction)
  return { before, after: { enabled } }
}

/** Sets a model's limits for each customer. Seeds never change them. Throws `not_found`, also for withdrawn models. */
export async function setModelLimits(id: string, limits: CallLimitsChange, transaction: Transaction) {
  if ((await lockSwitch('model', id, transaction)) === null) throw new AppError('not_found')
  const { before, after } = await updateModelLimits(id, callLimitColumns(limits), transaction)
  return { before: presentCallLimits(before), after: presentCallLimits(after) }
}

type RoutePriority = {
  id: string
  /** Lower is tried first; routes with the same priority share requests by weight. */
  priority: number
  weight: number
}

type Order = { routes: { provider_id: string; priority: number; weight: number }[] }

/**
 * Sets an order of a model's routes that overrides that of the files, or (null) resets it. Throws `not_found` for a model
 * without routes, `invalid_parameter` unless each route is given exactly once.
 */
export async function setRouteOrder(
  modelId: string,
  priorities: readonly RoutePriority[] | null,
  transaction: Transaction,
): Promise<{ before: Order; after: Order }> {
  const rows = await lockRoutesOf(modelId, transaction)
  if (rows.length === 0) throw new AppError('not_found')
  if (priorities !== null) refuseOtherRoutes(rows, priorities)
  const changed = rows.map((row): (typeof rows)[number] => {
    const order = priorities?.find(({ id }) => id === row.id)
    return { ...row, operatorPriority: order?.priority ?? null, operatorWeight: order?.weight ?? null }
  })
  await updateRouteOrder(changed.map(toOrder), transaction)
  return { before: orderOf(rows), after: orderOf(changed) }
}

function refuseOtherRoutes(rows: readonly { id: string }[], priorities: readonly RoutePriority[]): void {
  const named = new Set(priorities.map(({ id }) => id))
  const isExact = priorities.length === rows.length && rows.every(({ id }) => named.has(id))
  if (!isExact)
    throw new AppError('invalid_parameter', {
      param: 'routes',
      message: 'routes must name each route of the model once.',
    })
}

function toOrder({ id, operatorPriority, operatorWeight }: RouteOrder): RouteOrder {
  return { id, operatorPriority, operatorWeight }
}

type Row = Awaited<ReturnType<typeof lockRoutesOf>>[number]

function orderOf(rows: readonly Row[]): Order {
  const routes = rows.map((row) => ({
    provider_id: row.providerId,
    priority: row.operatorPriority ?? row.priority,
    weight: row.operatorWeight ?? row.weight,
  }))
  return {
    routes: routes.sort((a, b) => a.priority - b.priority || (a.provider_id < b.provider_id ? -1 : 1)),
  }
}

type PriceChange = {
  routeId: string
  pricing: Pricing
  /** What the provider charges; null where it equals the price. */
  cost: Pricing | null
  /** When it takes effect; null for now. */
  validFrom: Date | null
}

type Version = { version: number; pricing: Pricing; cost: Pricing | null; valid_from: string }

/**
 * Adds a version of a route's price. Versions are never edited, so past usage keeps its price; seeds no longer set the
 * price of this route. Nodes use it within 30 seconds of its effective date. Throws `not_found`, `invalid_parameter` for a
 * date in the past, and `missing_parameter` for a missing rate.
 */
export async function addPrice(
  { routeId, pricing, cost, validFrom }: PriceChange,
  transaction: Transaction,
): Promise<{ modelId: string; providerId: string; before: Version | null; after: Version }> {
  const route = await lockRoute(routeId, transaction)
  if (route === null) throw new AppError('not_found')
  refuseGaps(route.model, pricing)
  if (cost !== null) refuseGaps(route.model, cost, 'cost')
  const now = clock.now()
  if (validFrom !== null && validFrom < now)
    throw new AppError('invalid_parameter', {
      param: 'valid_from',
      message: 'valid_from must not be in the past.',
    })
  const [latest] = route.prices
  const added = await insertPrice(
    {
      routeId,
      version: (latest?.version ?? 0) + 1,
      pricing,
      cost,
      source: 'operator',
      validFrom: validFrom ?? now,
    },
    transaction,
  )
  const { modelId, providerId } = route
  return { modelId, providerId, before: latest ? versionOf(latest) : null, after: versionOf(added) }
}

/**
 * Adds a version from an imported price list. A later seed replaces it only where the seed's own price has changed.
 * `before` and `after` are null where the route no longer exists or its price changed since the comparison.
 */
export async function addListPrice(
  { routeId, before, after }: ListedChange,
  transaction: Transaction,
): Promise<{ before: object | null; after: object | null }> {
  const route = await lockRoute(routeId, transaction)
  const [latest] = route?.prices ?? []
  const isSame = canonicalJson(latest?.pricing ?? null) === canonicalJson(before)
  if (route === null || latest?.source === 'operator' || !isSame) return { before: null, after: null }
  const version = (latest?.version ?? 0) + 1
  const price = { routeId, version, pricing: after, cost: null, validFrom: clock.now() }
  const added = await insertPrice({ ...price, source: 'list' }, transaction)
  const named = { model_id: route.modelId, provider_id: route.providerId }
  return {
    before: latest ? { ...named, ...versionOf(latest) } : null,
    after: { ...named, ...versionOf(added) },
  }
}

/** Throws `missing_parameter` for the first rate that the model requires and the price (in this request field) lacks. */
export function refuseGaps(
  model: { modality: string; capabilities: unknown },
  pricing: Pricing,
  field = 'pricing',
): void {
  const modality = Modality.parse(model.modality)
  const [missing] = missingRates({ modality, capabilities: model.capabilities }, pricing)
  if (missing === undefined) return
  const param = [field, ...missing].join('.')
  throw new AppError('missing_parameter', {
    param,
    message: `${param} is required where the modality is ${modality}.`,
  })
}

export function versionOf(row: {
  version: number
  pricing: unknown
  cost: unknown
  validFrom: Date
}): Version {
  return {
    version: row.version,
    pricing: Pricing.parse(row.pricing),
    cost: Pricing.nullable().parse(row.cost),
    valid_from: row.validFrom.toISOString(),
  }
}
