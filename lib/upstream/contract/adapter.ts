import { z } from 'zod'

/** Every adapter there is; `lib/upstream/registry` knows how to make them. */
export const adapterNames = ['sandbox', 'openai-compatible', 'ark', 'ai-sdk'] as const
export type AdapterName = (typeof adapterNames)[number]

type AdapterModality =
  | 'chat'
  | 'embedding'
  | 'image'
  | 'video'
  | 'speech'
  | 'transcription'
  | 'moderation'
  | 'rerank'

/** What each can do. */
const adapterModalities: Readonly<Record<AdapterName, readonly AdapterModality[]>> = {
  sandbox: ['chat', 'embedding', 'image', 'video', 'speech', 'transcription', 'moderation', 'rerank'],
  'openai-compatible': ['chat', 'embedding', 'image', 'speech', 'transcription', 'moderation', 'rerank'],
  ark: ['chat', 'video'],
  'ai-sdk': ['chat', 'image', 'video'],
}

/** The vendors whose own API the adapter `ai-sdk` speaks, and what each can do. */
const sdkModalities = {
  anthropic: ['chat'],
  google: ['chat', 'image', 'video'],
  fal: ['image', 'video'],
  replicate: ['image', 'video'],
} as const satisfies Record<string, readonly AdapterModality[]>
export type SdkName = keyof typeof sdkModalities
const sdkNames = ['anthropic', 'google', 'fal', 'replicate'] as const satisfies readonly SdkName[]

/**
 * How upstreams that can search the web are asked to, by the field of the request; `native`: the adapter has a way of its
 * own, such as Anthropic's and Google's server tools.
 */
const webSearchFields = ['web_search_options', 'enable_search', 'plugins', 'tools', 'native'] as const
export type WebSearchField = (typeof webSearchFields)[number]

const seconds = z.number().positive().max(3600).optional()

/** What an adapter has to know of one upstream's ways; written in the catalog beside its address. */
export const AdapterOptions = z.strictObject({
  /**
   * The request's field that turns web search on; left out: it cannot search. Of its models those search whose
   * `supported_parameters` name `web_search`, or that declare none.
   */
  web_search: z.enum(webSearchFields).optional(),
  /** How a picture to edit is sent: as a form's file (OpenAI and most), or inside JSON as a data URL. */
  image_edits: z.enum(['multipart', 'json']).optional(),
  /** How variations are requested: as an edit with a fixed prompt, or at an endpoint of their own. */
  image_variations: z.enum(['edits', 'variations']).optional(),
  /** How its usage reads where its own answers do not show it. */
  usage: z
    .strictObject({
      /** Whether `prompt_tokens` has the tokens that were read from a cache or written to one; left out: as answers show. */
      cached_in_prompt: z.boolean().optional(),
    })
    .optional(),
  /** The vendor whose API the adapter `ai-sdk` speaks. */
  sdk: z.enum(sdkNames).optional(),
  /** How long this upstream is waited for, where the usual patience does not suit it. */
  timeouts: z
    .strictObject({
      /** To the first byte of a stream. */
      first_byte_seconds: seconds,
      /** To the beginning of a whole answer. */
      answer_seconds: seconds,
      /** The longest silence inside an answer. */
      idle_seconds: seconds,
    })
    .optional(),
})

export type AdapterOptions = z.infer<typeof AdapterOptions>

/** Milliseconds; what is undefined is as usual. */
export type AdapterTimeouts = {
  readonly firstByteMs: number | undefined
  readonly answerMs: number | undefined
  readonly idleMs: number | undefined
}

/** Where a call goes. Secrets are named, not held: the registry reads them when it makes the adapter. */
export type AdapterTarget = {
  readonly providerId: string
  readonly adapter: AdapterName
  /** With its whole prefix; null for adapters that go nowhere. */
  readonly baseUrl: string | null
  readonly apiKeyEnv: string | null
  /** Names what an operator set for it, which goes before the environment's key; another name for other secrets. Null: nothing. */
  readonly storedSecrets: string | null
  /** The id of the customer's own key that it is asked with, and with no other; left out: with those of the installation. */
  readonly ownKey?: string
  readonly webSearch: WebSearchField | null
  readonly imageEdits: 'multipart' | 'json'
  readonly imageVariations: 'edits' | 'variations'
  /** Whether its `prompt_tokens` have the cached ones; null or left out: as its answers show. */
  readonly cachedInPrompt?: boolean | null
  /** Set where the adapter is `ai-sdk`. */
  readonly sdk: SdkName | null
  readonly timeouts: AdapterTimeouts
}

/** What an adapter can do; `ai-sdk`: as far as the vendor behind it goes. */
export function servedModalities(
  adapter: AdapterName,
  sdk: SdkName | null | undefined,
): readonly AdapterModality[] {
  if (adapter !== 'ai-sdk') return adapterModalities[adapter]
  return sdk ? sdkModalities[sdk] : []
}

/** A model as its upstream lists it. */
export type ListedModel = {
  /** The upstream's own id. */
  id: string
  /** Tokens, where the upstream says so (vLLM does). */
  contextLength: number | null
}

/**
 * Asks an upstream, by a call that costs nothing, which models it has; null where it accepts the call and lists none. Rejects
 * with UpstreamError, `unsupported` where nothing answers such a call, and with the signal's own reason once that aborts.
 */
export type ModelList = (signal: AbortSignal) => Promise<ListedModel[] | null>

/**
 * Asks an upstream, by a call that costs nothing, whether it answers. Resolves when it does, if only to refuse or limit
 * the question; rejects with UpstreamError when it does not, fails, or does not accept our credentials, and with the
 * signal's own reason once that aborts.
 */
export type ProviderProbe = (signal: AbortSignal) => Promise<void>
