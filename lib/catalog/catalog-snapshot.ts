import type { Price } from '@/lib/billing/price'
import type { AdapterTarget } from '@/lib/upstream/contract/adapter'
import type { Modality, Pricing, ProviderPolicies } from './schema'

/** The catalog as the hot path reads it: in memory, complete, never changed in place. */
export type CatalogSnapshot = {
  /** Models that can be called now: at least one route that is switched on, priced, and whose provider is configured. */
  readonly models: ReadonlyMap<string, CatalogModel>
  /** Every model that is switched on, callable or not, with its modality. */
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
  /** The longest of its routes; a route may allow less. */
  readonly contextLength: number | null
  readonly maxOutputTokens: number | null
  readonly supportedParameters: readonly string[]
  readonly capabilities: Readonly<Record<string, unknown>>
  /** Those that can be called, in the catalog's own order; never empty. */
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
  /** What this provider takes; the model's where the provider declares nothing. */
  readonly supportedParameters: readonly string[]
  readonly priority: number
  readonly weight: number
  readonly priceId: string
  readonly priceVersion: number
  readonly price: Price
  readonly pricing: Pricing
  readonly target: AdapterTarget
}

export type CatalogProvider = {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  /** Its key is in the environment, or it needs none. */
  readonly configured: boolean
  readonly policies: ProviderPolicies
  /** What it serves, or would serve were it configured, by model id. */
  readonly offers: readonly CatalogOffer[]
}

/** A provider's model as it is shown to people, callable or not. */
export type CatalogOffer = Pick<
  CatalogRoute,
  'modelId' | 'modelName' | 'contextLength' | 'maxOutputTokens' | 'supportedParameters' | 'pricing'
> & { readonly modality: Modality }
