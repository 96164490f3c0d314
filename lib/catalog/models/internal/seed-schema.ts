import { z } from 'zod'
import { AdapterOptions, adapterNames, servedModalities } from '@/lib/upstream/contract/adapter'
import { RequestShape } from '@/lib/upstream/contract/request-shape'
import { ModelId } from '../edit-models-schema'
import {
  ImageCapabilities,
  Modality,
  missingRates,
  Pricing,
  ProviderPolicies,
  VideoCapabilities,
} from '../schema'

/** A provider and its models in the built-in files (`prisma/seed/catalog`) and in PROVIDERS_FILE. */

const text = z.string().min(1, 'must not be empty')
const providerId = z
  .string()
  .max(100)
  .regex(/^[a-z0-9][a-z0-9_-]*$/, 'must be lower-case letters, digits, "-" and "_"')
const variable = z.string().regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable')

const capabilitiesOf: Partial<Record<Modality, z.ZodType<Record<string, unknown>>>> = {
  image: ImageCapabilities,
  video: VideoCapabilities,
}

/** The issues of a model's declared capabilities. */
export function capabilityIssues(model: { modality: Modality; capabilities: unknown }) {
  const declared = capabilitiesOf[model.modality]?.safeParse(model.capabilities)
  const issues = declared?.error?.issues ?? []
  return issues.map(({ path, message }) => ({ path: ['capabilities', ...path], message }))
}

/** What a model declares, and the defaults of the rest, so that no reader has to know them. */
export function wholeCapabilities(modality: Modality, declared: Readonly<Record<string, unknown>>) {
  return capabilitiesOf[modality]?.safeParse(declared).data ?? declared
}

export const SeedModel = z
  .strictObject({
    id: ModelId,
    name: text.optional(),
    modality: Modality.default('chat'),
    /** The provider's id for the model. */
    upstream_id: text,
    description: text.optional(),
    released: z.iso.date().optional(),
    /** When the provider ends it, by its announcement. */
    ends_on: z.iso.date().optional(),
    context_length: z.int().positive().optional(),
    max_output_tokens: z.int().positive().optional(),
    supported_parameters: z.array(text).default([]),
    capabilities: z.record(z.string(), z.unknown()).default({}),
    /** How the provider calls the settings of a request, for models of fal and Replicate. */
    request: RequestShape.optional(),
    pricing: Pricing,
    /** Lower is tried first; routes with the same priority share requests by weight. Absent for the order of the files. */
    priority: z.int().min(0).max(1_000_000).optional(),
    weight: z.int().min(1).max(1_000_000).default(1),
    /** The source of the figures, for readers of the file. */
    source: text.optional(),
    /** Rates of the source that are not in `pricing`. */
    left_out: z.array(text).optional(),
  })
  .superRefine((model, context) => {
    for (const path of missingRates(model, model.pricing))
      context.addIssue({
        code: 'custom',
        path: ['pricing', ...path],
        message: `is required where the modality is ${model.modality}`,
      })
    for (const { path, message } of capabilityIssues(model))
      context.addIssue({ code: 'custom', path, message })
  })
export type SeedModel = z.infer<typeof SeedModel>

const ProviderFields = z.strictObject({
  id: providerId,
  name: text,
  adapter: z.enum(adapterNames),
  base_url: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }),
  /** The environment variable that overrides `base_url`. */
  base_url_env: variable,
  /** The environment variable with the key; absent where none is needed. */
  api_key_env: variable,
  options: AdapterOptions,
  policies: ProviderPolicies,
  source: text,
  models: z.array(SeedModel),
})

/** An entry of PROVIDERS_FILE: a new provider, or overrides of a built-in one. Only the id is required. */
export const SeedEntry = ProviderFields.partial().required({ id: true })
export type SeedEntry = z.infer<typeof SeedEntry>

/** A provider with all required fields. */
export const SeedProvider = ProviderFields.partial({
  base_url: true,
  base_url_env: true,
  api_key_env: true,
  options: true,
  policies: true,
  source: true,
}).superRefine((provider, context) => {
  if (provider.adapter !== 'sandbox' && provider.base_url === undefined)
    context.addIssue({ code: 'custom', path: ['base_url'], message: 'is required' })
  if (provider.options?.key !== undefined && provider.api_key_env === undefined)
    context.addIssue({ code: 'custom', path: ['api_key_env'], message: 'is required beside options.key' })
  if (provider.adapter === 'ai-sdk' && provider.options?.sdk === undefined) {
    context.addIssue({ code: 'custom', path: ['options', 'sdk'], message: 'is required' })
    return
  }
  const served = servedModalities(provider.adapter, provider.options?.sdk)
  for (const [index, { modality }] of provider.models.entries())
    if (!served.includes(modality))
      context.addIssue({
        code: 'custom',
        path: ['models', index, 'modality'],
        message: `is not one that the adapter ${provider.adapter} serves`,
      })
})
export type SeedProvider = z.infer<typeof SeedProvider>
