import { canonicalJson } from './canonical-json'
import type { SeedModelRow, SeedProviderRow, SeedRouteRow, SeedRows } from './seed-rows'

/** What the database has; `withdrawnAt` and `source` besides what a seed says. */
type Kept<Row> = Row & { source: string; withdrawnAt: Date | null }
export type ExistingCatalog = {
  providers: Kept<SeedProviderRow>[]
  models: Kept<Omit<SeedModelRow, 'released'>>[]
  routes: (Kept<Omit<SeedRouteRow, 'pricing'>> & {
    id: string
    price: { version: number; pricing: unknown; source: string } | null
  })[]
}

type Changes<Row> = { create: Row[]; update: Row[] }
type RouteKey = { modelId: string; providerId: string }

export type SeedPlan = {
  providers: Changes<SeedProviderRow> & { withdraw: string[] }
  models: Changes<SeedModelRow> & { withdraw: string[] }
  routes: Changes<SeedRouteRow> & { withdraw: string[] }
  /** Prices that differ from the ones in force. */
  prices: (RouteKey & { version: number; pricing: unknown; source: string })[]
}

/**
 * The moves that make the database say what the seed says. What an operator made or priced by hand is left alone, no
 * switch of an operator's is touched, and what the seed no longer names is withdrawn, not deleted: bills refer to it.
 */
export function planSeed(seed: SeedRows, existing: ExistingCatalog): SeedPlan {
  const sameId = (row: { id: string }) => row.id
  return {
    providers: compare(seed.providers, existing.providers, sameId, sameId),
    models: compare(seed.models, existing.models, sameId, sameId, ['released']),
    routes: compare(seed.routes, existing.routes, routeKey, ({ id }) => id, ['pricing']),
    prices: seed.routes.flatMap((route) => newPrice(route, existing)),
  }
}

function compare<Wanted extends { source: string }, Known extends Kept<object>>(
  wanted: readonly Wanted[],
  known: readonly Known[],
  keyOf: (row: Wanted | Known) => string,
  idOf: (row: Known) => string,
  ignored: readonly (keyof Wanted)[] = [],
): Changes<Wanted> & { withdraw: string[] } {
  const knownByKey = new Map(known.map((row) => [keyOf(row), row]))
  const wantedKeys = new Set(wanted.map(keyOf))
  return {
    create: wanted.filter((row) => !knownByKey.has(keyOf(row))),
    update: wanted.filter((row) => {
      const before = knownByKey.get(keyOf(row))
      return before !== undefined && before.source !== 'operator' && differs(row, before, ignored)
    }),
    withdraw: known
      .filter((row) => row.source !== 'operator' && row.withdrawnAt === null && !wantedKeys.has(keyOf(row)))
      .map(idOf),
  }
}

function differs<Wanted extends object>(
  row: Wanted,
  before: Kept<object>,
  ignored: readonly (keyof Wanted)[],
): boolean {
  if (before.withdrawnAt !== null) return true
  const kept: Record<string, unknown> = { ...before }
  return Object.entries(row).some(
    ([field, value]) =>
      !ignored.some((name) => name === field) && canonicalJson(value) !== canonicalJson(kept[field]),
  )
}

function newPrice(route: SeedRouteRow, existing: ExistingCatalog): SeedPlan['prices'] {
  const known = existing.routes.find((row) => routeKey(row) === routeKey(route))
  if (known?.source === 'operator' || known?.price?.source === 'operator') return []
  if (known?.price && canonicalJson(known.price.pricing) === canonicalJson(route.pricing)) return []
  const { modelId, providerId, pricing, source } = route
  return [{ modelId, providerId, pricing, source, version: (known?.price?.version ?? 0) + 1 }]
}

function routeKey(route: RouteKey): string {
  return `${route.providerId} ${route.modelId}`
}
