import { z } from 'zod'
import { Pricing as BilledPricing } from '@/lib/money/prices/schema'
import { givenName, listReply, queryNumber, visible } from '@/lib/platform/fields'
import { videoRoles } from '@/lib/upstream/contract/video-model'
import { pixelTables, videoRatios, videoResolutions } from '@/lib/upstream/video-pixels'

/**
 * The catalog. A *model* is what a caller requests by name, a *provider* serves models, and a *route* is one way to serve
 * a model: a provider, its id for the model, and a price.
 */

export const Modality = z.enum([
  'chat',
  'embedding',
  'image',
  'video',
  'speech',
  'transcription',
  'moderation',
  'rerank',
])
export type Modality = z.infer<typeof Modality>

/** USD per token, image, second of video or audio, character, request or search. */
export const Pricing = z.strictObject(BilledPricing.shape)
export type Pricing = z.infer<typeof Pricing>

const link = z
  .url({ protocol: /^https?$/ })
  .nullable()
  .default(null)

export const ProviderPolicies = z.strictObject({
  privacy_policy_url: link,
  terms_of_service_url: link,
  status_page_url: link,
  /** How long prompts are kept; null where it is unknown. */
  data_retention_days: z.int().min(0).nullable().default(null),
  /** Whether prompts may train models; null where it is unknown. */
  trains_on_data: z.boolean().nullable().default(null),
  /** The company's country, ISO 3166-1 alpha-2. */
  headquarters: z.string().nullable().default(null),
})
export type ProviderPolicies = z.infer<typeof ProviderPolicies>

const count = z.int().min(0)

/**
 * The `capabilities` of an image model, which limit what its tasks may request. Requests beyond undeclared capabilities
 * are passed to the upstream, except that a seed is sent only to models that declare it.
 */
export const ImageCapabilities = z.strictObject({
  /** `any` size that the API allows, or only these; `auto` is always allowed. */
  sizes: z.union([z.literal('any'), z.array(z.string().regex(/^[1-9]\d{1,3}x[1-9]\d{1,3}$/))]).default('any'),
  /** Images per task. */
  max_n: z.int().min(1).max(10).default(10),
  /** Edits of a source image, with and without a mask. */
  edits: z.boolean().default(true),
  variations: z.boolean().default(true),
  /** A model with one of these does nothing else: it edits a whole image, without a prompt. */
  upscale: z.boolean().default(false),
  remove_background: z.boolean().default(false),
  /** `background: transparent` */
  transparent: z.boolean().default(true),
  seed: z.boolean().default(false),
})
export type ImageCapabilities = z.infer<typeof ImageCapabilities>

/** The `capabilities` of a video model, which limit what its tasks may request. Undeclared ones are refused. */
export const VideoCapabilities = z
  .strictObject({
    min_seconds: z.int().min(1),
    max_seconds: z.int().min(1),
    /** -1 where the model chooses by default. */
    default_seconds: z.int().min(-1).default(5),
    /** The allowed durations; absent for every whole second of the range. */
    seconds: z.array(z.int().min(1)).min(1).optional(),
    /** The allowed durations of a resolution that has fewer. */
    seconds_at: z.partialRecord(z.enum(videoResolutions), z.array(z.int().min(1)).min(1)).default({}),
    /** `duration: -1` */
    automatic_duration: z.boolean().default(false),
    resolutions: z.array(z.enum(videoResolutions)).min(1),
    default_resolution: z.enum(videoResolutions).default('720p'),
    ratios: z.array(z.enum([...videoRatios, 'adaptive'])).min(1),
    /** The default without a first frame; with one it is `adaptive` where the model has that. */
    default_ratio: z.enum([...videoRatios, 'adaptive']).default('16:9'),
    /** Allows `adaptive` with only a text prompt. */
    adaptive_text: z.boolean().default(true),
    /** Only `adaptive` is allowed with a first frame. */
    adaptive_frames_only: z.boolean().default(false),
    pixel_table: z.enum(pixelTables).default('seedance-2.0'),
    roles: z.array(z.enum(videoRoles)).default([]),
    max_reference_images: count.default(0),
    max_reference_videos: count.default(0),
    max_reference_audios: count.default(0),
    /** Allows reference audio without a reference image or video. */
    audio_alone: z.boolean().default(false),
    /** The maximum billed seconds of reference videos per task; 0 where they are free. */
    max_billed_reference_seconds: count.default(0),
    /** `frames` may be `min`, `min + step`, … up to `max`; null where it is not allowed. */
    frames: z
      .strictObject({ min: z.int(), max: z.int(), step: z.int().min(1) })
      .nullable()
      .default(null),
    seed: z.boolean().default(false),
    camera_fixed: z.boolean().default(false),
    generate_audio: z.boolean().default(false),
    /** Every video has audio. */
    always_audio: z.boolean().default(false),
    /** `service_tier: flex` */
    flex: z.boolean().default(false),
    /** Creating and finishing drafts. */
    draft: z.boolean().default(false),
    draft_resolutions: z.array(z.enum(videoResolutions)).default(['480p']),
    watermark: z.boolean().default(false),
    return_last_frame: z.boolean().default(false),
    web_search: z.boolean().default(false),
  })
  .refine(({ min_seconds, max_seconds }) => min_seconds <= max_seconds, 'min_seconds is above max_seconds')
  .refine(({ resolutions, default_resolution }) => resolutions.includes(default_resolution), {
    message: 'must be one of the resolutions',
    path: ['default_resolution'],
  })
  .refine(({ ratios, default_ratio }) => ratios.includes(default_ratio), {
    message: 'must be one of the ratios',
    path: ['default_ratio'],
  })
export type VideoCapabilities = z.infer<typeof VideoCapabilities>

export const ModelReply = z.object({
  id: z.string(),
  object: z.literal('model'),
  /** Unix seconds. */
  created: z.int(),
  owned_by: z.string(),
  name: z.string(),
  /** From here the same for Anthropic's clients. */
  type: z.literal('model'),
  display_name: z.string(),
  created_at: z.iso.datetime(),
  max_input_tokens: z.int().nullable(),
  max_tokens: z.int().nullable(),
  description: z.string().nullable(),
  modality: Modality,
  context_length: z.int().nullable(),
  max_output_tokens: z.int().nullable(),
  /** The price of the route that is tried first. */
  pricing: Pricing,
  supported_parameters: z.array(z.string()),
  capabilities: z.record(z.string(), z.unknown()),
  /** Provider ids in the order in which they are tried. */
  providers: z.array(z.string()),
  /** The day on which the last of its providers ends it; null where that is not known. */
  expiration_date: z.iso.date().nullable(),
})
export type ModelReply = z.infer<typeof ModelReply>

export const ModelRoute = ModelReply.pick({
  pricing: true,
  context_length: true,
  max_output_tokens: true,
}).extend({
  provider_id: z.string(),
  provider_name: z.string(),
})
export type ModelRoute = z.infer<typeof ModelRoute>

/** A model as public pages show it, with its routes in the order in which they are tried. */
export const ListedModel = ModelReply.extend({ routes: z.array(ModelRoute).min(1) })
export type ListedModel = z.infer<typeof ListedModel>

/** Without a limit, all models are on one page. */
export const ModelListQuery = z.object({
  limit: queryNumber(1, 1000).optional(),
  /** The last id of the previous page, by OpenAI's and by Anthropic's name. */
  after: z.string().optional(),
  after_id: z.string().optional(),
  /** The first id of the next page. */
  before_id: z.string().optional(),
})
export type ModelListQuery = z.infer<typeof ModelListQuery>

export const ModelListReply = z.object({
  object: z.literal('list'),
  data: z.array(ModelReply),
  /** Whether there are more in the requested direction. */
  has_more: z.boolean(),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
})
export type ModelListReply = z.infer<typeof ModelListReply>

/** `/v1/models/openai/gpt-4.1`: slashes of the id are slashes of the path. */
export const ModelPath = z.object({ id: z.array(z.string()).min(1) })
export type ModelPath = z.infer<typeof ModelPath>

/** The health of a provider. `disabled`: it has no key, or the operator disabled it. */
export const ProviderStatus = z.enum(['operational', 'degraded', 'down', 'disabled'])
export type ProviderStatus = z.infer<typeof ProviderStatus>

const DisabledReason = z.enum(['not_configured', 'switched_off'])

const providerFields = {
  id: z.string(),
  name: z.string(),
  /** The number of models that it serves, or would serve if configured. */
  model_count: z.int(),
  modalities: z.array(Modality),
  status: ProviderStatus,
  /** Why it is `disabled`; null otherwise. A provider that is switched off may lack a key too. */
  disabled_reason: DisabledReason.nullable(),
}

export const ProviderItem = z.object(providerFields)
export type ProviderItem = z.infer<typeof ProviderItem>

/** Active providers first, then by name. */
export const ProviderListReply = listReply(ProviderItem)
export type ProviderListReply = z.infer<typeof ProviderListReply>

/** 0 to 1 of customers' requests; null without requests. */
export const successRate = z.number().min(0).max(1).nullable()
/** 0 to 100 of calls to the provider, excluding rate-limited ones; null without calls. */
export const uptime = z.number().min(0).max(100).nullable()
/** Milliseconds or tokens per second, as the field's name says; null where not measured. */
export const figure = z.number().nullable()

/** Figures of a model at a provider over the last 24 hours; null where not measured. */
const LiveFigures = z.object({
  requests: z.int(),
  success_rate: successRate,
  uptime,
  latency_p50_ms: figure,
  ttft_p50_ms: figure,
  throughput_p50_tps: figure,
})

export const ProviderModel = z.object({
  id: z.string(),
  name: z.string(),
  modality: Modality,
  context_length: z.int().nullable(),
  max_output_tokens: z.int().nullable(),
  pricing: Pricing,
  supported_parameters: z.array(z.string()),
  status: ProviderStatus,
  figures: LiveFigures,
})
export type ProviderModel = z.infer<typeof ProviderModel>

export const ProviderReply = z.object({
  ...providerFields,
  models: z.array(ProviderModel),
  policies: ProviderPolicies,
  /** Tokens per second. */
  throughput: z.object({
    p50: figure,
    p90: figure,
    unit: z.literal('tokens/s'),
    window: z.literal('24h'),
  }),
  as_of: z.iso.datetime(),
})
export type ProviderReply = z.infer<typeof ProviderReply>

/** A provider of a model, for the page of that model. */
export type ModelProvider = Pick<ProviderItem, 'id' | 'name' | 'status' | 'disabled_reason'> &
  Pick<ProviderModel, 'context_length' | 'max_output_tokens' | 'pricing' | 'figures'>

/** The API type of a custom provider. */
export const ProviderKind = z.enum(['openai-compatible', 'anthropic', 'google', 'fal', 'replicate', 'ark'])
export type ProviderKind = z.infer<typeof ProviderKind>

export const CustomProviderFields = {
  name: givenName(80).check(visible),
  kind: ProviderKind,
  /** Including the path prefix; only `/chat/completions` and the like are appended. */
  base_url: z.string().trim().max(2048),
}
/** `all` includes disabled and unconfigured providers. */
export const ProviderListQuery = z.object({ status: z.enum(['active', 'all']).default('active') })
export type ProviderListQuery = z.infer<typeof ProviderListQuery>

/** A catalog model that is not callable, and the providers that would serve it with a key. */
export type UnconnectedModel = { id: string; name: string; providers: { id: string; name: string }[] }

export const ProviderParams = z.object({ id: z.string() })

/** One rate of each group is required. Moderations may be free, and some models are billed in one of two ways. */
const requiredRates = {
  chat: [['prompt'], ['completion']],
  embedding: [['prompt']],
  image: [['image', 'completion']],
  video: [['video_token', 'video_second']],
  speech: [['character', 'completion']],
  transcription: [['audio_second', 'prompt']],
  moderation: [],
  rerank: [['prompt', 'request', 'web_search']],
} as const satisfies Record<Modality, readonly (readonly (keyof Pricing)[])[]>

/** The path of a missing rate: `['video_second', '1080p']`. */
type RatePath = readonly [keyof Pricing, ...string[]]

/** The required rates that a price lacks: the first of each missing group. */
export function missingRates(
  { modality, capabilities }: { modality: Modality; capabilities: unknown },
  pricing: Pricing,
): RatePath[] {
  const missing = requiredRates[modality]
    .filter((fields) => fields.every((field) => pricing[field] === undefined))
    .map(([first]): RatePath => [first])
  return [...missing, ...missingSeconds(capabilities, pricing)]
}

/** A model billed only by the second needs a rate for each of its resolutions. */
function missingSeconds(capabilities: unknown, { video_token, video_second }: Pricing): RatePath[] {
  const capable = VideoCapabilities.safeParse(capabilities).data
  if (capable === undefined || video_second === undefined || video_token !== undefined) return []
  const resolutions = new Set([...capable.resolutions, ...(capable.draft ? capable.draft_resolutions : [])])
  return [...resolutions]
    .filter((resolution) => video_second[resolution] === undefined)
    .map((resolution): RatePath => ['video_second', resolution])
}

/** Why a route receives no requests: the first of these that applies. */
export const RouteObstacle = z.enum([
  'model_disabled',
  'route_disabled',
  'provider_withdrawn',
  'provider_disabled',
  'provider_not_configured',
  'no_price',
  'not_served',
])
export type RouteObstacle = z.infer<typeof RouteObstacle>

/** The result of testing a provider with a key. */
export const ProviderTestReply = z.object({
  /** `untestable`: there is no free call, or the provider does not support it (then with `status`). */
  result: z.enum(['ok', 'failed', 'untestable']),
  is_key_refused: z.boolean(),
  /** Null where it has no list of models or did not return one. */
  model_count: z.int().nullable(),
  /** The HTTP status of a failed response. */
  status: z.int().nullable(),
  /** What failed, as text. */
  problem: z.string().nullable(),
  latency_ms: z.int(),
})
export type ProviderTestReply = z.infer<typeof ProviderTestReply>
