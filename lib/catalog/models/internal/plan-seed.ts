import { describeIssues } from '@/lib/platform/config-file'
import { ConfigurationError } from '@/lib/platform/env'
import type { Pricing } from '../schema'
import { type SeedEntry, type SeedModel, SeedProvider } from './seed-schema'

type Origin = 'builtin' | 'file' | 'found'
type MergedModel = SeedModel & { origin: Origin }
export type MergedProvider = Omit<SeedProvider, 'models'> & {
  origin: Origin
  models: MergedModel[]
}

/**
 * Merges PROVIDERS_FILE into the built-in providers. An entry with the id of a built-in provider overrides its fields and
 * adds or replaces models; any other entry is a new provider. Entries of the file come first, in their order.
 */
export function mergeSeed(
  builtin: readonly SeedProvider[],
  entries: readonly SeedEntry[],
  where = 'PROVIDERS_FILE: ',
): MergedProvider[] {
  const fromFile = entries.map((entry, index) => {
    const base = builtin.find(({ id }) => id === entry.id)
    const named = entry.models?.map(({ id }) => id)
    const kept = base?.models.filter(({ id }) => !named?.includes(id)) ?? []
    const models = base ? [...(entry.models ?? []), ...kept] : entry.models
    const whole = { name: entry.id, adapter: 'openai-compatible', ...base, ...entry, models }
    return tagged(complete(whole, index, where), 'file', (id) => named?.includes(id) ?? false)
  })
  const untouched = builtin.filter(({ id }) => !entries.some((entry) => entry.id === id))
  const merged = [...fromFile, ...untouched.map((provider) => tagged(provider, 'builtin', () => false))]
  refuseConflicts(merged, where.replace(/providers$/, ''))
  return merged
}

function complete(whole: unknown, index: number, where: string): SeedProvider {
  const parsed = SeedProvider.safeParse(whole)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => ({ ...issue, path: [index, ...issue.path] }))
  throw new ConfigurationError(`${where}${describeIssues(issues, { [index]: whole })}.`)
}

function tagged(
  provider: SeedProvider,
  origin: Origin,
  isFromFile: (modelId: string) => boolean,
): MergedProvider {
  const models = provider.models.map((model) => ({
    ...model,
    origin: isFromFile(model.id) ? ('file' as const) : ('builtin' as const),
  }))
  return { ...provider, origin, models }
}

function refuseConflicts(providers: readonly MergedProvider[], file: string): void {
  const firstOf = new Map<string, { modality: string; provider: string }>()
  for (const provider of providers)
    for (const model of provider.models) {
      const first = firstOf.get(model.id)
      if (first?.provider === provider.id)
        throw new ConfigurationError(`${file}${provider.id} names the model ${model.id} twice.`)
      if (first && first.modality !== model.modality)
        throw new ConfigurationError(
          `${file}the model ${model.id} is ${model.modality} at ${provider.id} and ${first.modality} at ${first.provider}.`,
        )
      if (!first) firstOf.set(model.id, { modality: model.modality, provider: provider.id })
    }
}

/** The rows of a seed, without the fields that operators or the database set. */
export type SeedRows = {
  providers: SeedProviderRow[]
  models: SeedModelRow[]
  routes: SeedRouteRow[]
}

export type SeedProviderRow = {
  id: string
  name: string
  adapter: string
  baseUrl: string | null
  baseUrlEnv: string | null
  apiKeyEnv: string | null
  options: Record<string, unknown>
  policies: Record<string, unknown>
  source: string
}

export type SeedModelRow = {
  id: string
  name: string
  modality: string
  description: string | null
  ownedBy: string
  contextLength: number | null
  maxOutputTokens: number | null
  supportedParameters: string[]
  capabilities: Record<string, unknown>
  source: string
  /** The day. Where it is not known, a stored model has the day on which it was added. */
  released: string | null
}

export type SeedRouteRow = {
  modelId: string
  providerId: string
  upstreamId: string
  contextLength: number | null
  maxOutputTokens: number | null
  supportedParameters: string[]
  request: Record<string, unknown>
  priority: number
  weight: number
  endsOn: string | null
  source: string
  pricing: Pricing
}

export function seedRows(providers: readonly MergedProvider[]): SeedRows {
  const models = new Map<string, SeedModelRow>()
  for (const provider of providers)
    for (const model of provider.models) models.set(model.id, modelRow(provider, model, models.get(model.id)))
  return {
    providers: providers.map(providerRow),
    models: [...models.values()],
    routes: providers.flatMap((provider, position) =>
      provider.models.map((model) => routeRow(provider, position, model)),
    ),
  }
}

function providerRow(provider: MergedProvider): SeedProviderRow {
  return {
    id: provider.id,
    name: provider.name,
    adapter: provider.adapter,
    baseUrl: provider.base_url ?? null,
    baseUrlEnv: provider.base_url_env ?? null,
    apiKeyEnv: provider.api_key_env ?? null,
    options: provider.options ?? {},
    policies: provider.policies ?? {},
    source: provider.origin,
  }
}

/** The first provider that names a model describes it; limits are the maximum over its routes. */
function modelRow(
  provider: MergedProvider,
  model: MergedModel,
  known: SeedModelRow | undefined,
): SeedModelRow {
  const contextLength = longer(known?.contextLength, model.context_length)
  const maxOutputTokens = longer(known?.maxOutputTokens, model.max_output_tokens)
  if (known)
    return {
      ...known,
      contextLength,
      maxOutputTokens,
      description: known.description ?? model.description ?? null,
      released: known.released ?? model.released ?? null,
    }
  const slash = model.id.indexOf('/')
  return {
    id: model.id,
    name: model.name ?? model.id,
    modality: model.modality,
    description: model.description ?? null,
    ownedBy: slash > 0 ? model.id.slice(0, slash) : provider.id,
    contextLength,
    maxOutputTokens,
    supportedParameters: model.supported_parameters,
    capabilities: model.capabilities,
    source: model.origin,
    released: model.released ?? null,
  }
}

function longer(known: number | null | undefined, other: number | undefined): number | null {
  if (known === undefined || known === null) return other ?? null
  return Math.max(known, other ?? 0)
}

function routeRow(provider: MergedProvider, position: number, model: MergedModel): SeedRouteRow {
  return {
    modelId: model.id,
    providerId: provider.id,
    upstreamId: model.upstream_id,
    contextLength: model.context_length ?? null,
    maxOutputTokens: model.max_output_tokens ?? null,
    supportedParameters: model.supported_parameters,
    request: model.request ?? {},
    priority: model.priority ?? position,
    weight: model.weight,
    endsOn: model.ends_on ?? null,
    source: model.origin,
    pricing: model.pricing,
  }
}

/** A row in the database: the fields of a seed with `source` and `withdrawnAt`. */
type Stored<Row> = Row & { source: string; withdrawnAt: Date | null }
export type ExistingCatalog = {
  providers: Stored<SeedProviderRow>[]
  models: Stored<SeedModelRow>[]
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

type StoredState = { source: string; withdrawnAt: Date | null }

/** The rows that a seed may change, and those that it withdraws when it no longer names them. */
export type SeedScope = { changes: (row: StoredState) => boolean; withdraws: (row: StoredState) => boolean }

/** The files may also take over models found at local servers; they leave the others of those alone. */
const files: SeedScope = {
  changes: ({ source }) => source !== 'operator',
  withdraws: ({ source }) => source !== 'operator' && source !== 'found',
}

/**
 * The changes that bring the database to the seed. Operators' models, prices and enabled states are left alone. Rows that
 * the seed no longer names are withdrawn, not deleted, since usage refers to them. A model that an operator's route still serves
 * stays.
 */
export function planSeed(seed: SeedRows, existing: ExistingCatalog, scope: SeedScope = files): SeedPlan {
  const sameId = (row: { id: string }) => row.id
  const addedOn = new Map(existing.models.map(({ id, released }) => [id, released]))
  const dated = seed.models.map((row) => ({ ...row, released: row.released ?? addedOn.get(row.id) ?? null }))
  const models = compare(scope, dated, existing.models, sameId, sameId)
  const byOperator = existing.routes.filter((row) => row.source === 'operator' && row.withdrawnAt === null)
  const served = new Set(byOperator.map(({ modelId }) => modelId))
  return {
    providers: compare(scope, seed.providers, existing.providers, sameId, sameId),
    models: { ...models, withdraw: models.withdraw.filter((id) => !served.has(id)) },
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
