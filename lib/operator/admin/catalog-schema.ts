import { z } from 'zod'
import {
  KeyFormChoice,
  ProviderHeaderMap,
  ProviderKeyInput,
  ProviderKeyText,
  StoredKey,
} from '@/lib/catalog/credentials/schema'
import { DiscoveredModel, ModelInput, NewModel, RouteInput } from '@/lib/catalog/models/edit-models-schema'
import {
  CustomProviderFields,
  Modality,
  Pricing,
  ProviderKind,
  ProviderStatus,
  ProviderTestReply,
  RouteObstacle,
} from '@/lib/catalog/models/schema'
import { Factor } from '@/lib/money/price-groups/schema'
import { ProviderAccount } from '@/lib/operator/accounts/schema'
import { CallLimitsChange, callLimitFields, leftOpen, Printable, sentBack } from '@/lib/platform/fields'

/** The catalog as operators see and change it: providers, models, routes and prices. */

export const SwitchRequest = z.strictObject({ enabled: z.boolean() })
export type SwitchRequest = z.infer<typeof SwitchRequest>

export const ModelPatch = CallLimitsChange.extend({ enabled: z.boolean().optional() })
export type ModelPatch = z.infer<typeof ModelPatch>

/** `unconnected`: callable once one of its providers has a key. */
const ModelState = z.enum(['callable', 'disabled', 'unconnected', 'unavailable'])

export const OperatorModelItem = z.object({
  id: z.string(),
  name: z.string(),
  modality: Modality,
  enabled: z.boolean(),
  state: ModelState,
  /** The providers of its routes, in the order in which they are tried. */
  providers: z.array(z.object({ id: z.string(), is_callable: z.boolean() })),
  /** The price of the route that is tried first. */
  pricing: Pricing.nullable(),
  /** When the first of its providers ends it; null where that is not soon. */
  ends_on: z.iso.date().nullable(),
})
export type OperatorModelItem = z.infer<typeof OperatorModelItem>

export const OperatorModelList = z.object({ object: z.literal('list'), data: z.array(OperatorModelItem) })
export type OperatorModelList = z.infer<typeof OperatorModelList>

export const OperatorPrice = z.object({
  id: z.string(),
  version: z.int(),
  pricing: Pricing,
  /** What the provider charges; null where it equals the price. */
  cost: Pricing.nullable(),
  /** `list`: a newer price list, imported by `npm run catalog:update`. */
  source: z.enum(['builtin', 'file', 'found', 'operator', 'list']),
  valid_from: z.string(),
  state: z.enum(['scheduled', 'in_force', 'past']),
})
export type OperatorPrice = z.infer<typeof OperatorPrice>

export const OperatorRoute = z.object({
  id: z.string(),
  provider_id: z.string(),
  provider_name: z.string(),
  ...RouteInput.shape,
  enabled: z.boolean(),
  /** When the provider ends it; null where that is not known. */
  ends_on: z.iso.date().nullable(),
  obstacle: RouteObstacle.nullable(),
  /** Lower is tried first; routes with the same priority share requests by weight. */
  priority: z.int(),
  weight: z.int(),
  /** The order in the catalog files, restored by a reset. */
  own_priority: z.int(),
  own_weight: z.int(),
  is_ordered_by_operator: z.boolean(),
  /** Latest first. */
  prices: z.array(OperatorPrice),
})
export type OperatorRoute = z.infer<typeof OperatorRoute>

export const OperatorModel = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  modality: Modality,
  owned_by: z.string(),
  source: z.enum(['builtin', 'file', 'found', 'operator']),
  enabled: z.boolean(),
  context_length: z.int().nullable(),
  max_output_tokens: z.int().nullable(),
  supported_parameters: z.array(z.string()),
  capabilities: z.record(z.string(), z.unknown()),
  /** For each customer. */
  ...callLimitFields,
  /** In the order in which they are tried. */
  routes: z.array(OperatorRoute),
})
export type OperatorModel = z.infer<typeof OperatorModel>

/** `/models/openai/gpt-4.1`: slashes of the id are slashes of the path. */
export const ModelPath = z.object({ id: z.array(Printable).min(1) })

export const IdParams = z.object({ id: Printable })

const MAX_RANK = 1_000_000

export const RouteOrderRequest = z.strictObject({
  model_id: Printable.min(1),
  /** Each route of the model once; null resets the order to that of the files. */
  routes: z
    .array(
      z.strictObject({
        id: Printable,
        priority: z.int().min(0).max(MAX_RANK),
        weight: z.int().min(1).max(MAX_RANK),
      }),
    )
    .min(1)
    .max(1000)
    .nullable(),
})
export type RouteOrderRequest = z.infer<typeof RouteOrderRequest>

export const AddPriceRequest = z.strictObject({
  pricing: Pricing,
  /** What the provider charges; null or absent where it equals the price. */
  cost: Pricing.nullish(),
  /** When the price takes effect; null or absent for now. */
  valid_from: z.iso.datetime({ offset: true }).nullish(),
})
export type AddPriceRequest = z.infer<typeof AddPriceRequest>

export const Switched = z.object({ id: z.string(), enabled: z.boolean() })
export type Switched = z.infer<typeof Switched>

const MAX_PUBLISHED = 500

/** All models are added and all prices set, or none. */
export const AddModelsRequest = z
  .strictObject({
    models: z.array(NewModel).max(MAX_PUBLISHED).default([]),
    /** Of routes that exist. */
    prices: z
      .array(z.strictObject({ route_id: Printable.min(1), pricing: Pricing }))
      .max(MAX_PUBLISHED)
      .default([]),
    /** Where it is not 1, each given price is the provider's, and this multiple of it is charged. */
    factor: Factor.default(1),
  })
  .refine(({ models, prices }) => models.length + prices.length > 0, {
    path: ['models'],
    message: 'must not be empty',
  })
export type AddModelsRequest = z.output<typeof AddModelsRequest>

export const AddedModels = z.object({ added: z.array(z.string()), priced: z.int() })

export const ChangeModelRequest = sentBack(ModelInput, OperatorModel)
export const ChangeRouteRequest = sentBack(RouteInput, OperatorRoute)

export const Removed = z.object({ id: z.string(), removed: z.literal(true) })

export const DiscoveryReply = z.object({
  /** Null where the provider has no list or did not return one. */
  models: z.array(DiscoveredModel).nullable(),
  /** Why the list could not be fetched, as text. */
  problem: z.string().nullable(),
  /** The modalities that the provider can serve. */
  modalities: z.array(Modality),
})
export type DiscoveryReply = z.infer<typeof DiscoveryReply>

const variable = z.object({ variable: z.string(), is_set: z.boolean() })

export const OperatorProvider = z.object({
  id: z.string(),
  name: z.string(),
  adapter: z.string(),
  /** The API type; null where custom providers cannot have it. */
  kind: ProviderKind.nullable(),
  /** The built-in files, PROVIDERS_FILE, a local server, or the console. */
  source: z.enum(['builtin', 'file', 'found', 'operator']),
  enabled: z.boolean(),
  /** Has a key, or needs none. */
  is_configured: z.boolean(),
  status: ProviderStatus,
  /** The environment variable of its key; `keys` take precedence. Null where it has none. */
  key: variable.nullable(),
  /** Keys stored in the console; requests rotate through them. */
  keys: z.array(StoredKey),
  key_form: KeyFormChoice,
  /** Names of the additional headers; values are never returned. */
  headers: z.array(z.string()),
  base_url: z.string().nullable(),
  /** An operator opened its host, which is this machine or in a private network. */
  private_network: z.boolean(),
  /** The environment variable that overrides the base URL. */
  address: variable.nullable(),
  model_count: z.int(),
  /** The operator's account there; null where the provider says nothing about it. */
  account: ProviderAccount.nullable(),
  /** When it was removed, or the files stopped naming it. */
  withdrawn_at: z.string().nullable(),
})
export type OperatorProvider = z.infer<typeof OperatorProvider>

export const OperatorProviderList = z.object({ object: z.literal('list'), data: z.array(OperatorProvider) })
export type OperatorProviderList = z.infer<typeof OperatorProviderList>

/** Whether the base URL leads to this machine or a private network. */
const private_network = leftOpen(z.boolean())

export const AddProviderRequest = z.strictObject({
  ...CustomProviderFields,
  private_network,
  key: leftOpen(ProviderKeyText),
  headers: leftOpen(ProviderHeaderMap),
})
export type AddProviderRequest = z.infer<typeof AddProviderRequest>

export const ChangeProviderRequest = z.strictObject({
  ...CustomProviderFields,
  private_network,
  /** Replaces all headers; absent to keep them. */
  headers: leftOpen(ProviderHeaderMap),
})
export type ChangeProviderRequest = z.infer<typeof ChangeProviderRequest>

export const SetKeyRequest = z.strictObject({ key: ProviderKeyInput })
export type SetKeyRequest = z.infer<typeof SetKeyRequest>

/** `provider`: its id, where the key alone does not tell. */
export const ConnectRequest = z.strictObject({ key: ProviderKeyText, provider: leftOpen(Printable.min(1)) })
export type ConnectRequest = z.infer<typeof ConnectRequest>

export const ConnectReply = z.object({
  /** The providers whose keys look like it. */
  candidates: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Null where the provider is not certain, or the test failed; the key is then not stored. */
  provider: OperatorProvider.nullable(),
  /** Null where the key was sent to no provider. */
  test: ProviderTestReply.nullable(),
})
export type ConnectReply = z.infer<typeof ConnectReply>

export const LocalServerList = z.object({
  object: z.literal('list'),
  data: z.array(
    z.object({
      name: z.string(),
      base_url: z.string(),
      model_count: z.int(),
      /** The provider with this base URL; null where there is none yet. */
      provider_id: z.string().nullable(),
    }),
  ),
})
export type LocalServerList = z.infer<typeof LocalServerList>

export const KeyParams = z.object({ id: Printable, key: Printable })

export const RemovedProvider = z.object({ id: z.string(), removed: z.literal(true) })

/** `key_id`: the key to test with; null for the one in use. */
export const ProviderTestRequest = z.strictObject({ key_id: Printable.nullable() })
