import type { SeedModelRow, SeedProviderRow, SeedRouteRow, SeedRows } from './seed-rows'

/** A row in the database: the fields of a seed with `source` and `withdrawnAt`. */
type Stored<Row> = Row & { source: string; withdrawnAt: Date | null }
export type ExistingCatalog = {
  providers: Stored<SeedProviderRow>[]
  models: Stored<Omit<SeedModelRow, 'released'>>[]
  routes: (Stored<Omit<SeedRouteRow, 'pricing'>> & {
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
  /** Prices that differ from the active ones. */
  prices: (RouteKey & { version: number; pricing: unknown; source: string })[]
}

type Origin = { source: string; withdrawnAt: Date | null }

/** The rows that a seed may change, and those that it withdraws when it no longer names them. */
export type SeedScope = { changes: (row: Origin) => boolean; withdraws: (row: Origin) => boolean }

/** The files may also take over models found at local servers; they leave the others of those alone. */
const files: SeedScope = {
  changes: ({ source }) => source !== 'operator',
  withdraws: ({ source }) => source !== 'operator' && source !== 'found',
}

/**
 * The changes that bring the database to the seed. Operators' models, prices and enabled states are left alone. Rows that
 * the seed no longer names are withdrawn, not deleted, since usage refers to them.
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

function compare<Wanted extends { source: string }, Known extends Stored<object>>(
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
  before: Stored<object>,
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

/** JSON with sorted keys, so equal values are equal strings: the database reorders keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
