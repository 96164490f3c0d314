import { z } from 'zod'
import { givenName, Printable, visible } from '@/lib/platform/fields'
import { Modality, Pricing } from './schema'

/** An operator's own models and routes, beside those of the files. */

export const ModelId = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9][\w.:-]*(?:\/(?!\.{1,2}(?:\/|$))[\w.:-]+)*$/, 'must be a model id such as "acme/large"')

const tokens = z.int().min(1).max(1_000_000_000).nullable()
const parameters = z.array(Printable.trim().min(1).max(100)).max(100)

export const OwnModelFields = z.strictObject({
  name: givenName(120).check(visible),
  modality: Modality,
  description: Printable.trim().max(2000).nullable(),
  owned_by: Printable.trim().min(1).max(100),
  context_length: tokens,
  max_output_tokens: tokens,
  supported_parameters: parameters,
  /** The options of pictures and videos, as in the files. */
  capabilities: z
    .record(z.string(), z.json())
    .refine((value) => !JSON.stringify(value).includes('\\u0000'), 'must not contain control characters'),
})
export type OwnModelFields = z.infer<typeof OwnModelFields>

export const OwnRouteFields = z.strictObject({
  /** The provider's own name for the model. */
  upstream_id: Printable.trim().min(1).max(300),
  /** What this provider allows where that is less than the model does; null: as much. */
  context_length: tokens,
  max_output_tokens: tokens,
  /** What this provider accepts; empty: what the model accepts. */
  supported_parameters: parameters,
})
export type OwnRouteFields = z.infer<typeof OwnRouteFields>

export const NewRoute = OwnRouteFields.extend({
  provider_id: Printable.min(1).max(100),
  pricing: Pricing,
  /** What the provider charges us; null: as much as the price. */
  cost: Pricing.nullable(),
})

/** A route, and the model that it serves; null: one that the catalog has. */
export const NewModel = z.strictObject({
  model_id: ModelId,
  model: OwnModelFields.nullable(),
  route: NewRoute,
})
export type NewModel = z.infer<typeof NewModel>

/** A model that a provider has by its own list, and how it could be published. */
export const DiscoveredModel = z.object({
  /** The provider's own name for it. */
  upstream_id: z.string(),
  context_length: z.int().nullable(),
  /** The id under which this provider serves it already. */
  served_as: z.string().nullable(),
  /** The model of the catalog that it seems to be, else an id for a new one. */
  model_id: z.string(),
  is_known: z.boolean(),
  name: z.string(),
  modality: Modality,
  /** What is known of its price, and at which provider; null: nothing. */
  pricing: Pricing.nullable(),
  priced_as_at: z.string().nullable(),
})
export type DiscoveredModel = z.infer<typeof DiscoveredModel>
