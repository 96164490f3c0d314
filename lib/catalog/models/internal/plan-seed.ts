import type { SeedModelRow, SeedProviderRow, SeedRouteRow, SeedRows } from './seed-rows'

/** What the database has; with `withdrawnAt` and `source` besides the fields of a seed. */
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

type Owned = { source: string; withdrawnAt: Date | null }

/** Which rows a seed may change, and which it withdraws when it does not name them. */
export type SeedScope = { changes: (row: Owned) => boolean; withdraws: (row: Owned) => boolean }

/** The files: they may also take over models found at local servers, and leave the rest of those alone. */
const files: SeedScope = {
  changes: ({ source }) => source !== 'operator',
  withdraws: ({ source }) => source !== 'operator' && source !== 'found',
}

/**
 * The changes that bring the database to the seed. What an operator made or priced by hand is left alone, so are
 * operators' switches, and what the seed no longer names is withdrawn, not deleted: bills refer to it.
 */
export function planSeed(seed: SeedRows, existing: ExistingCatalog, scope: SeedScope = files): SeedPlan {
  const sameId = (row: { id: string }) => row.id
  return {
    providers: compare(scope, seed.providers, existing.providers, sameId, sameId),
    models: compare(scope, seed.models, existing.models, sameId, sameId, ['released']),
    routes: compare(scope, seed.routes, existing.routes, routeKey, ({ id }) => id, ['pricing']),
    prices: seed.routes.flatMap((route) => newPrice(scope, route, existing)),
  }
}

function compare<Wanted extends { source: string }, Known extends Kept<object>>(
  scope: SeedScope,
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
      return before !== undefined && scope.changes(before) && differs(row, before, ignored)
    }),
    withdraw: known
      .filter((row) => scope.withdraws(row) && row.withdrawnAt === null && !wantedKeys.has(keyOf(row)))
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

function newPrice(scope: SeedScope, route: SeedRouteRow, existing: ExistingCatalog): SeedPlan['prices'] {
  const known = existing.routes.find((row) => routeKey(row) === routeKey(route))
  if (known && (!scope.changes(known) || known.price?.source === 'operator')) return []
  if (known?.price && canonicalJson(known.price.pricing) === canonicalJson(route.pricing)) return []
  const { modelId, providerId, pricing, source } = route
  return [{ modelId, providerId, pricing, source, version: (known?.price?.version ?? 0) + 1 }]
}

function routeKey(route: RouteKey): string {
  return `${route.providerId} ${route.modelId}`
}

/** JSON with sorted keys and no absent fields, so that equal values are equal strings (the database reorders keys). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
