import { type Price, parsePrice } from '@/lib/money/prices/price'
import { type CallLimits, callLimitsOf, type LimitColumns } from '@/lib/platform/caller'
import { ConfigurationError } from '@/lib/platform/env'
import {
  AdapterOptions,
  type AdapterTarget,
  type AdapterTimeouts,
  adapterNames,
  servedModalities,
} from '@/lib/upstream/contract/adapter'
import {
  fieldsOfForm,
  fillAddress,
  type KeyFormName,
  readKeyFields,
} from '@/lib/upstream/contract/provider-key'
import { RequestShape } from '@/lib/upstream/contract/request-shape'
import type { ProviderSecrets } from '@/lib/upstream/provider-secrets'
import type { SeedModelRow, SeedProviderRow } from './internal/plan-seed'
import { wholeCapabilities } from './internal/seed-schema'
import { Modality, Pricing, ProviderPolicies } from './schema'

/** The immutable catalog in memory, as the hot path reads it. */
export type CatalogSnapshot = {
  /** Callable models: with at least one enabled, priced route to a configured provider. */
  readonly models: ReadonlyMap<string, CatalogModel>
  /** Models with routes that only a customer's own key can use, with all their routes. */
  readonly connectable: ReadonlyMap<string, CatalogModel>
  /** The modality of every enabled model, callable or not. */
  readonly knownModels: ReadonlyMap<string, Modality>
  /** Every provider that is not withdrawn. */
  readonly providers: ReadonlyMap<string, CatalogProvider>
}

export type CatalogModel = {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly modality: Modality
  readonly ownedBy: string
  /** Unix seconds. */
  readonly created: number
  /** The maximum over its routes; a route may allow less. */
  readonly contextLength: number | null
  readonly maxOutputTokens: number | null
  readonly supportedParameters: readonly string[]
  readonly capabilities: Readonly<Record<string, unknown>>
  /** The operator's limits for each customer, if there are any. */
  readonly limits?: CallLimits | undefined
  /** Callable routes in the catalog's order; never empty. */
  readonly routes: readonly [CatalogRoute, ...CatalogRoute[]]
}

export type CatalogRoute = {
  readonly routeId: string
  readonly modelId: string
  readonly modelName: string
  readonly providerId: string
  readonly upstreamId: string
  readonly contextLength: number | null
  readonly maxOutputTokens: number | null
  /** When the provider ends it, an ISO day; null where it is not known. */
  readonly endsOn: string | null
  /** The provider's supported parameters, or the model's where the provider declares none. */
  readonly supportedParameters: readonly string[]
  /** How the provider calls the settings of a request; null: as its adapter knows it. */
  readonly request: RequestShape | null
  readonly priority: number
  readonly weight: number
  readonly priceId: string
  readonly priceVersion: number
  readonly price: Price
  readonly pricing: Pricing
  /** What the provider charges: the price itself (the same objects) unless the operator set a cost. */
  readonly costPrice: Price
  readonly costPricing: Pricing
  readonly target: AdapterTarget
}

export type CatalogProvider = {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  /** Has a stored key or one from the environment, or needs none. */
  readonly configured: boolean
  /** Also while it is disabled; null where it is not configured or has no base URL. */
  readonly target: AdapterTarget | null
  /** The target for customers' own keys, also while it is disabled or not configured; null where it needs no key. */
  readonly ownTarget: AdapterTarget | null
  readonly policies: ProviderPolicies
  /** Models that it serves, or would serve if configured, by model id. */
  readonly offers: readonly CatalogOffer[]
}

/** A provider's model as pages show it, callable or not. */
export type CatalogOffer = Pick<
  CatalogRoute,
  'modelId' | 'modelName' | 'contextLength' | 'maxOutputTokens' | 'supportedParameters' | 'pricing'
> & { readonly modality: Modality }

/** Database rows: nothing withdrawn, enabled models and routes, each route with its active price. */
export type CatalogRows = {
  providers: ProviderRow[]
  models: ModelRow[]
  routes: RouteRow[]
}

type ProviderRow = Omit<SeedProviderRow, 'options' | 'policies' | 'source'> & {
  options: unknown
  policies: unknown
  enabled: boolean
}

type ModelRow = Omit<SeedModelRow, 'source' | 'released'> & LimitColumns & { createdAt: Date }

type RouteRow = Pick<
  CatalogRoute,
  'modelId' | 'providerId' | 'upstreamId' | 'contextLength' | 'maxOutputTokens' | 'priority' | 'weight'
> & {
  id: string
  request?: unknown
  endsOn?: string | null
  supportedParameters: string[]
  price: { id: string; version: number; pricing: unknown; cost?: unknown } | null
}

/** The environment, and the secrets that operators stored for providers. */
type Means = {
  readVariable: (name: string) => string | undefined
  secrets: ReadonlyMap<string, Pick<ProviderSecrets, 'keys' | 'revision'>>
}

/** Builds the catalog from rows and keys. Routes that cannot be called are left out. */
export function buildSnapshot(
  rows: CatalogRows,
  readVariable: Means['readVariable'],
  secrets: Means['secrets'] = new Map(),
): CatalogSnapshot {
  const means = { readVariable, secrets }
  const providers = new Map(rows.providers.map((row) => [row.id, providerOf(row, rows, means)]))
  const targets = new Map(
    [...providers].flatMap(([id, { enabled, target }]) => (enabled && target ? [[id, target] as const] : [])),
  )
  const allTargets = new Map(
    [...providers].flatMap(([id, { enabled, ownTarget }]) =>
      enabled && ownTarget ? [[id, ownTarget] as const] : [],
    ),
  )
  for (const [id, target] of targets) allTargets.set(id, target)
  const models = new Map<string, CatalogModel>()
  const connectable = new Map<string, CatalogModel>()
  const knownModels = new Map<string, Modality>()
  for (const row of [...rows.models].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const modality = Modality.safeParse(row.modality)
    if (!modality.success) continue
    knownModels.set(row.id, modality.data)
    const model = modelOf(row, modality.data, rows.routes, targets)
    if (model) models.set(row.id, model)
    const whole = modelOf(row, modality.data, rows.routes, allTargets)
    if (whole && whole.routes.length > (model?.routes.length ?? 0)) connectable.set(row.id, whole)
  }
  return Object.freeze({ models, connectable, knownModels, providers })
}

function targetOf(row: ProviderRow, means: Means): AdapterTarget | null {
  const adapter = adapterNames.find((name) => name === row.adapter)
  const baseUrl = overriddenBaseUrl(row, means) ?? row.baseUrl
  if (adapter === undefined) return null
  if (adapter !== 'sandbox' && baseUrl === null) return null
  const options = AdapterOptions.safeParse(row.options).data
  if (options?.key && baseUrl !== null) checkVariable(row, options.key, baseUrl, means)
  return Object.freeze({
    providerId: row.id,
    adapter,
    baseUrl,
    apiKeyEnv: row.apiKeyEnv,
    storedSecrets: means.secrets.get(row.id)?.revision ?? null,
    webSearch: options?.web_search ?? null,
    imageEdits: options?.image_edits ?? 'multipart',
    imageVariations: options?.image_variations ?? 'edits',
    speech: options?.speech,
    keyHeader: options?.key_header,
    cachedInPrompt: options?.usage?.cached_in_prompt ?? null,
    sdk: options?.sdk ?? null,
    keyForm: options?.key ?? null,
    embeddings: options?.embeddings ?? null,
    timeouts: timeoutsOf(options?.timeouts),
  })
}

/** A key of several fields from the environment. Throws a ConfigurationError that names what it lacks, not its value. */
function checkVariable(
  { apiKeyEnv, baseUrlEnv }: ProviderRow,
  form: KeyFormName,
  baseUrl: string,
  { readVariable }: Means,
): void {
  const key = apiKeyEnv === null ? undefined : readVariable(apiKeyEnv)
  if (key === undefined) return
  const fields = readKeyFields(form, key)
  if (fields !== undefined && fillAddress(baseUrl, fields) !== undefined) return
  const names = fieldsOfForm(form).map(([name]) => name)
  throw new ConfigurationError(
    `${apiKeyEnv} must be JSON with the fields ${names.join(', ')}, or a key alone beside ${baseUrlEnv}.`,
  )
}

function timeoutsOf(given: AdapterOptions['timeouts']): AdapterTimeouts {
  const millis = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000)
  return Object.freeze({
    firstByteMs: millis(given?.first_byte_seconds),
    answerMs: millis(given?.answer_seconds),
    idleMs: millis(given?.idle_seconds),
  })
}

function overriddenBaseUrl(row: ProviderRow, { readVariable }: Means): string | undefined {
  const url = row.baseUrlEnv === null ? undefined : readVariable(row.baseUrlEnv)
  if (url === undefined || (/^https?:\/\/./.test(url) && URL.canParse(url))) return url
  throw new ConfigurationError(`${row.baseUrlEnv} must be an http(s) URL.`)
}

/** Not for a provider without keys: it would accept any. */
function acceptsOwnKeys({ id, apiKeyEnv }: ProviderRow, { secrets }: Means): boolean {
  return apiKeyEnv !== null || (secrets.get(id)?.keys.length ?? 0) > 0
}

function isConfigured({ id, apiKeyEnv }: ProviderRow, { readVariable, secrets }: Means): boolean {
  if (apiKeyEnv === null || readVariable(apiKeyEnv) !== undefined) return true
  return (secrets.get(id)?.keys.length ?? 0) > 0
}

function modelOf(
  row: ModelRow,
  modality: Modality,
  routeRows: readonly RouteRow[],
  targets: ReadonlyMap<string, AdapterTarget>,
): CatalogModel | undefined {
  const [first, ...others] = routeRows
    .filter(({ modelId }) => modelId === row.id)
    .flatMap((route) => routeOf(route, row, modality, targets.get(route.providerId)) ?? [])
    .sort((a, b) => a.priority - b.priority || b.weight - a.weight || (a.providerId < b.providerId ? -1 : 1))
  if (first === undefined) return undefined
  return Object.freeze({
    id: row.id,
    name: row.name,
    description: row.description,
    modality,
    ownedBy: row.ownedBy,
    supportedParameters: Object.freeze([...row.supportedParameters]),
    capabilities: Object.freeze(wholeCapabilities(modality, row.capabilities)),
    limits: callLimitsOf(row),
    created: Math.floor(row.createdAt.getTime() / 1000),
    contextLength: longest([first, ...others].map(({ contextLength }) => contextLength)),
    maxOutputTokens: longest([first, ...others].map(({ maxOutputTokens }) => maxOutputTokens)),
    routes: Object.freeze([first, ...others] as const),
  })
}

function routeOf(
  row: RouteRow,
  model: ModelRow,
  modality: Modality,
  target: AdapterTarget | undefined,
): CatalogRoute | undefined {
  const pricing = Pricing.safeParse(row.price?.pricing)
  if (target === undefined || row.price === null || !pricing.success) return undefined
  if (!servedModalities(target.adapter, target.sdk).includes(modality)) return undefined
  const { price } = row
  const parsed = parsePrice(pricing.data)
  const cost = Pricing.safeParse(price.cost).data
  return Object.freeze({
    routeId: row.id,
    modelId: row.modelId,
    modelName: model.name,
    providerId: row.providerId,
    upstreamId: row.upstreamId,
    supportedParameters:
      row.supportedParameters.length > 0 ? row.supportedParameters : model.supportedParameters,
    request: RequestShape.safeParse(row.request).data ?? null,
    priority: row.priority,
    weight: row.weight,
    contextLength: lesser(row.contextLength, model.contextLength),
    maxOutputTokens: lesser(row.maxOutputTokens, model.maxOutputTokens),
    endsOn: row.endsOn ?? null,
    priceId: price.id,
    priceVersion: price.version,
    price: parsed,
    pricing: pricing.data,
    costPrice: cost === undefined ? parsed : parsePrice(cost),
    costPricing: cost ?? pricing.data,
    target,
  })
}

/** A provider may allow less than the model, never more. */
function lesser(routes: number | null, models: number | null): number | null {
  return routes === null || models === null ? (routes ?? models) : Math.min(routes, models)
}

function longest(lengths: readonly (number | null)[]): number | null {
  const known = lengths.filter((length) => length !== null)
  return known.length === 0 ? null : Math.max(...known)
}

function providerOf(row: ProviderRow, rows: CatalogRows, means: Means): CatalogProvider {
  const policies = ProviderPolicies.safeParse(row.policies)
  const configured = isConfigured(row, means)
  const target = targetOf(row, means)
  return Object.freeze({
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    configured,
    target: configured ? target : null,
    ownTarget: acceptsOwnKeys(row, means) ? target : null,
    policies: policies.success ? policies.data : ProviderPolicies.parse({}),
    offers: Object.freeze(offersOf(row.id, rows)),
  })
}

type Limits = Pick<CatalogOffer, 'contextLength' | 'maxOutputTokens'>
type Rows = {
  models: readonly (Limits & { id: string; name: string; modality: string; supportedParameters: string[] })[]
  routes: readonly (Limits & { modelId: string; providerId: string; price: { pricing: unknown } | null })[]
}

/** The models of a provider's priced routes, by id. */
function offersOf(providerId: string, { models, routes }: Rows): CatalogOffer[] {
  const modelById = new Map(models.map((model) => [model.id, model]))
  return routes
    .filter((route) => route.providerId === providerId)
    .flatMap((route) => {
      const model = modelById.get(route.modelId)
      const modality = Modality.safeParse(model?.modality)
      const pricing = Pricing.safeParse(route.price?.pricing)
      if (model === undefined || !modality.success || !pricing.success) return []
      return Object.freeze({
        modelId: model.id,
        modelName: model.name,
        modality: modality.data,
        contextLength: lesser(route.contextLength, model.contextLength),
        maxOutputTokens: lesser(route.maxOutputTokens, model.maxOutputTokens),
        supportedParameters: Object.freeze([...model.supportedParameters]),
        pricing: pricing.data,
      })
    })
    .sort((a, b) => (a.modelId < b.modelId ? -1 : 1))
}
