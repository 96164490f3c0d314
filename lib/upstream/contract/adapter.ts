import { z } from 'zod'
import { inputTypes } from './embedding-model'
import { type KeyFormName, keyFormNames } from './provider-key'

/** All adapters; `lib/upstream/registry` creates them. */
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

/** The modalities of each adapter. */
const adapterModalities: Readonly<Record<AdapterName, readonly AdapterModality[]>> = {
  sandbox: ['chat', 'embedding', 'image', 'video', 'speech', 'transcription', 'moderation', 'rerank'],
  'openai-compatible': ['chat', 'embedding', 'image', 'speech', 'transcription', 'moderation', 'rerank'],
  ark: ['chat', 'video'],
  'ai-sdk': ['chat', 'embedding', 'image', 'video'],
}

/** The vendors whose own API the adapter `ai-sdk` supports, and their modalities. */
const sdkModalities = {
  anthropic: ['chat'],
  google: ['chat', 'image', 'video'],
  fal: ['image', 'video'],
  replicate: ['image', 'video'],
  bedrock: ['chat', 'embedding'],
  vertex: ['chat', 'embedding'],
  runway: ['video'],
} as const satisfies Record<string, readonly AdapterModality[]>
export type SdkName = keyof typeof sdkModalities
const sdkNames = [
  'anthropic',
  'google',
  'fal',
  'replicate',
  'runway',
  'bedrock',
  'vertex',
] as const satisfies readonly SdkName[]

/**
 * How web search is requested, by the field of the request; `native`: by a tool of the vendor (Anthropic, Google).
 */
const webSearchFields = ['web_search_options', 'enable_search', 'plugins', 'tools', 'native'] as const
export type WebSearchField = (typeof webSearchFields)[number]

/** Whose API speech is requested by, for the adapter `openai-compatible`. */
const speechDialectNames = ['openai', 'elevenlabs', 'minimax'] as const
export type SpeechDialectName = (typeof speechDialectNames)[number]

const seconds = z.number().positive().max(3600).optional()

const field = z.string().regex(/^\w{1,64}$/)

export const EmbeddingDialect = z.strictObject({
  path: z.string().startsWith('/').optional(),
  /** The names of the fields for the inputs and for the length of the vectors. */
  input: field.optional(),
  dimensions: field.optional(),
  /** Sent with every request. */
  extra: z.record(field, z.unknown()).optional(),
  /** The field for the purpose of the vectors, what it is if a request does not say, and its values by ours. */
  input_type: z
    .strictObject({
      field,
      default: z.string().optional(),
      values: z.partialRecord(z.enum(inputTypes), z.string()),
    })
    .optional(),
})
export type EmbeddingDialect = z.infer<typeof EmbeddingDialect>

/** How an upstream differs from others of its adapter; in the catalog, beside its base URL. */
export const AdapterOptions = z.strictObject({
  /**
   * The field that turns web search on; without it, the upstream cannot search. Its models can search if their
   * `supported_parameters` include `web_search`, or if they declare none.
   */
  web_search: z.enum(webSearchFields).optional(),
  /** How an image to edit is sent: as a file in a form (OpenAI and most others), or as a data URL in JSON. */
  image_edits: z.enum(['multipart', 'json']).optional(),
  /** How variations are requested: as edits with a fixed prompt, or at their own endpoint. */
  image_variations: z.enum(['edits', 'variations']).optional(),
  /** Whose API its speech has. */
  speech: z.enum(speechDialectNames).optional(),
  /** The header for the key, instead of `Authorization: Bearer`. */
  key_header: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be the name of a header in lower case')
    .optional(),
  /** How to read its usage, if its answers do not show that. */
  usage: z
    .strictObject({
      /** Whether `prompt_tokens` includes tokens read from or written to a cache; by default, as its answers show. */
      cached_in_prompt: z.boolean().optional(),
    })
    .optional(),
  /** The vendor, for the adapter `ai-sdk`. */
  sdk: z.enum(sdkNames).optional(),
  /** The fields of its keys, for a provider whose keys have several. The base URL may then have placeholders for them. */
  key: z.enum(keyFormNames).optional(),
  /** How an API for embeddings differs from OpenAI's. */
  embeddings: EmbeddingDialect.optional(),
  /** Time limits of this upstream that differ from the defaults. */
  timeouts: z
    .strictObject({
      /** To the first byte of a stream. */
      first_byte_seconds: seconds,
      /** To the beginning of a whole answer. */
      answer_seconds: seconds,
      /** Between two chunks of an answer. */
      idle_seconds: seconds,
    })
    .optional(),
})

export type AdapterOptions = z.infer<typeof AdapterOptions>

/** In milliseconds; undefined: the default. */
export type AdapterTimeouts = {
  readonly firstByteMs: number | undefined
  readonly answerMs: number | undefined
  readonly idleMs: number | undefined
}

/** Where a call goes. It names secrets without containing them: the registry reads them when it creates the adapter. */
export type AdapterTarget = {
  readonly providerId: string
  readonly adapter: AdapterName
  /** With its whole prefix; null for the sandbox. */
  readonly baseUrl: string | null
  readonly apiKeyEnv: string | null
  /** Changes with the secrets that operators set for it, which take precedence over the environment's key. Null: none. */
  readonly storedSecrets: string | null
  /** The id of a customer's own key, the only one to use; undefined: the installation's keys. */
  readonly ownKey?: string
  readonly webSearch: WebSearchField | null
  readonly imageEdits: 'multipart' | 'json'
  readonly imageVariations: 'edits' | 'variations'
  /** Undefined: `openai`. */
  readonly speech?: SpeechDialectName | undefined
  /** Undefined: the key is a bearer token. */
  readonly keyHeader?: string | undefined
  /** Whether its `prompt_tokens` include cached tokens; null or undefined: as its answers show. */
  readonly cachedInPrompt?: boolean | null
  /** Set for the adapter `ai-sdk`. */
  readonly sdk: SdkName | null
  /** Set where keys have several fields; `baseUrl` may then have placeholders. */
  readonly keyForm?: KeyFormName | null
  readonly embeddings?: EmbeddingDialect | null
  readonly timeouts: AdapterTimeouts
}

/** The modalities of an adapter; for `ai-sdk`, those of the vendor. */
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
  /** In tokens, if the upstream reports it (vLLM does). */
  contextLength: number | null
}

/**
 * Lists the models of an upstream by a call that costs nothing; null if it accepts the call and lists none. Rejects with
 * UpstreamError, `unsupported` if the upstream has no such list, and with the signal's own reason once that aborts.
 */
export type ModelList = (signal: AbortSignal) => Promise<ListedModel[] | null>

/**
 * Checks by a call that costs nothing whether an upstream answers. Resolves also if it refuses or rate limits the call.
 * Rejects with UpstreamError if it does not answer, fails, or refuses our credentials, and with the signal's own reason once
 * that aborts.
 */
export type ProviderProbe = (signal: AbortSignal) => Promise<void>
