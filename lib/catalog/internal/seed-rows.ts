import type { Pricing } from '../schema'
import type { MergedModel, MergedProvider } from './merge-seed'

/** The rows that a seed asks for, without what the operator and the database decide. */
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
  released: string | null
}

export type SeedRouteRow = {
  modelId: string
  providerId: string
  upstreamId: string
  contextLength: number | null
  maxOutputTokens: number | null
  supportedParameters: string[]
  priority: number
  weight: number
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

/** The first provider that names a model describes it; the model is as long as its longest route. */
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
    priority: model.priority ?? position,
    weight: model.weight,
    source: model.origin,
    pricing: model.pricing,
  }
}
