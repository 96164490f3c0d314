import { z } from 'zod'
import { givenName, Printable, visible } from '@/lib/platform/fields'
import { Modality, Pricing } from './schema'

/** Models and routes that operators add, besides those of the files. */

export const ModelId = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9][\w.:-]*(?:\/(?!\.{1,2}(?:\/|$))[\w.:-]+)*$/, 'must be a model id such as "acme/large"')

const tokens = z.int().min(1).max(1_000_000_000).nullable()
const parameters = z.array(Printable.trim().min(1).max(100)).max(100)

export const ModelInput = z.strictObject({
  name: givenName(120).check(visible),
  modality: Modality,
  description: Printable.trim().max(2000).nullable(),
  owned_by: Printable.trim().min(1).max(100),
  context_length: tokens,
  max_output_tokens: tokens,
  supported_parameters: parameters,
  /** Image and video options, as in the files. */
  capabilities: z
    .record(z.string(), z.json())
    .refine((value) => !JSON.stringify(value).includes('\\u0000'), 'must not contain control characters'),
})
export type ModelInput = z.infer<typeof ModelInput>

export const RouteInput = z.strictObject({
  /** The provider's id for the model. */
  upstream_id: Printable.trim().min(1).max(300),
  /** The provider's limit where it is below the model's; null for the model's. */
  context_length: tokens,
  max_output_tokens: tokens,
  /** Parameters that the provider supports; empty for those of the model. */
  supported_parameters: parameters,
})
export type RouteInput = z.infer<typeof RouteInput>

const NewRoute = RouteInput.extend({
  provider_id: Printable.min(1).max(100),
  pricing: Pricing,
  /** What the provider charges; null where it equals the price. */
  cost: Pricing.nullable(),
})

/** A route and its new model; `model` is null to add the route to an existing model. */
export const NewModel = z.strictObject({
  model_id: ModelId,
  model: ModelInput.nullable(),
  route: NewRoute,
})
export type NewModel = z.infer<typeof NewModel>

/** A model in a provider's list, with suggestions for publishing it. */
export const DiscoveredModel = z.object({
  /** The provider's id for it. */
  upstream_id: z.string(),
  context_length: z.int().nullable(),
  /** The id under which it is already published for this provider; null where it is not. */
  served_as: z.string().nullable(),
  /** The route of that model. */
  route_id: z.string().nullable(),
  /** The matching catalog model, or a suggested id for a new one. */
  model_id: z.string(),
  is_known: z.boolean(),
  name: z.string(),
  modality: Modality,
  /** What a provider charges by the catalog, and which one: this provider, or another; null where that is not known. */
  pricing: Pricing.nullable(),
  priced_as_at: z.string().nullable(),
})
export type DiscoveredModel = z.infer<typeof DiscoveredModel>
