import { z } from 'zod'
import { ratePattern } from '@/lib/billing/price'

/**
 * The catalog: who serves which models, and what they cost. A *model* is what a caller asks for by name, a *provider*
 * is who serves models, and a *route* is one way to serve a model: a provider, its name for the model, and its price.
 */

export const Modality = z.enum(['chat', 'image', 'video'])
export type Modality = z.infer<typeof Modality>

const rate = z.string().regex(ratePattern, 'must be a decimal string in USD, such as "0.0000015"')

/** USD per token, image or request. */
export const Pricing = z.strictObject({
  prompt: rate.optional(),
  completion: rate.optional(),
  cached_prompt: rate.optional(),
  image: z.strictObject({ low: rate, medium: rate, high: rate }).optional(),
  video_token: rate.optional(),
  request: rate.optional(),
})
export type Pricing = z.infer<typeof Pricing>

const link = z
  .url({ protocol: /^https?$/ })
  .nullable()
  .default(null)

export const ProviderPolicies = z.strictObject({
  privacy_policy_url: link,
  terms_of_service_url: link,
  status_page_url: link,
  /** How long prompts are kept; null: not known. */
  data_retention_days: z.int().min(0).nullable().default(null),
  /** Whether prompts may train models; null: not known. */
  trains_on_data: z.boolean().nullable().default(null),
  /** Country of the company, ISO 3166-1 alpha-2. */
  headquarters: z.string().nullable().default(null),
})
export type ProviderPolicies = z.infer<typeof ProviderPolicies>

export const ModelReply = z.object({
  id: z.string(),
  object: z.literal('model'),
  /** Unix seconds. */
  created: z.int(),
  owned_by: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  modality: Modality,
  context_length: z.int().nullable(),
  max_output_tokens: z.int().nullable(),
  /** Of the route that is tried first. */
  pricing: Pricing,
  supported_parameters: z.array(z.string()),
  capabilities: z.record(z.string(), z.unknown()),
  /** Who serves it, in the order in which they are tried. */
  providers: z.array(z.string()),
})
export type ModelReply = z.infer<typeof ModelReply>

export const ModelListReply = z.object({ object: z.literal('list'), data: z.array(ModelReply) })
export type ModelListReply = z.infer<typeof ModelListReply>

/** `/v1/models/openai/gpt-4.1`: the id's own slashes are slashes of the path. */
export const ModelPath = z.object({ id: z.array(z.string()).min(1) })
export type ModelPath = z.infer<typeof ModelPath>
