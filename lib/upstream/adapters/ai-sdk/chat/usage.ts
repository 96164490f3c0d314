import type {
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import { z } from 'zod'

const optionalCount = z.int().min(0).nullish().catch(null)
/** Anthropic's further field: tokens written to the cache for an hour. */
const Raw = z.object({
  cache_creation: z.object({ ephemeral_1h_input_tokens: optionalCount }).nullish().catch(null),
})

type Reported = {
  usage: Omit<LanguageModelV4Usage, 'raw'> & { raw?: unknown }
  providerMetadata?: SharedV4ProviderMetadata | undefined
}

/** The usage in OpenAI's format; undefined if the vendor reported none, so that the tokens are counted instead. */
export function toUsage(
  { usage, providerMetadata }: Reported,
  model: string,
  saysSomething: boolean,
): object | undefined {
  const { inputTokens, outputTokens, raw } = usage
  if (!inputTokens.total || outputTokens.total === undefined) return undefined
  if (saysSomething && outputTokens.total === 0) return undefined
  const hour = Raw.safeParse(raw).data?.cache_creation?.ephemeral_1h_input_tokens
  const searches = countSearches(raw, providerMetadata, model)
  return {
    prompt_tokens: inputTokens.total,
    completion_tokens: outputTokens.total,
    total_tokens: inputTokens.total + outputTokens.total,
    prompt_tokens_details: {
      cached_tokens: inputTokens.cacheRead ?? 0,
      ...(inputTokens.cacheWrite !== undefined && { cache_write_tokens: inputTokens.cacheWrite }),
      ...(hour && { cache_write_1h_tokens: hour }),
    },
    completion_tokens_details: { reasoning_tokens: outputTokens.reasoning ?? 0 },
    ...(searches > 0 && { server_tool_use: { web_search_requests: searches } }),
  }
}

const AnthropicUsage = z.object({ server_tool_use: z.object({ web_search_requests: z.int().min(0) }) })

const Grounding = z
  .object({ webSearchQueries: z.array(z.string()).nullish() })
  .nullish()
  .catch(null)
const GoogleMetadata = z.object({
  google: z.object({
    groundingMetadata: Grounding,
    /** Per request, if the package made several for this answer. */
    groundingMetadataPerRequest: z.array(Grounding).nullish().catch(null),
  }),
})

/** Gemini 2 bills per grounded prompt, Gemini 3 and later per query. */
const BILLED_BY_PROMPT = /^(?:models\/)?gemini-[12]\b/

/** The number of web searches that a vendor bills for an answer. */
function countSearches(
  rawUsage: unknown,
  metadata: SharedV4ProviderMetadata | undefined,
  model: string,
): number {
  const anthropic = AnthropicUsage.safeParse(rawUsage)
  if (anthropic.success) return anthropic.data.server_tool_use.web_search_requests
  const google = GoogleMetadata.safeParse(metadata)
  if (!google.success) return 0
  const { groundingMetadata, groundingMetadataPerRequest } = google.data.google
  const requests = groundingMetadataPerRequest?.length ? groundingMetadataPerRequest : [groundingMetadata]
  const queries = requests.map((one) => one?.webSearchQueries?.length ?? 0)
  const counts = BILLED_BY_PROMPT.test(model) ? queries.map((count) => Math.min(count, 1)) : queries
  return counts.reduce((sum, count) => sum + count, 0)
}

const count = z.int().min(0)
const Start = z.object({
  anthropic: z.object({
    usage: z.looseObject({
      input_tokens: count,
      cache_creation_input_tokens: count.nullish(),
      cache_read_input_tokens: count.nullish(),
    }),
  }),
})

/**
 * Anthropic's usage of the prompt, which it reports before the answer (`message_start`), so that it is known if the answer is
 * cut off. Undefined for other parts.
 */
export function toPromptUsage(
  { kind, providerMetadata }: Extract<LanguageModelV4StreamPart, { type: 'custom' }>,
  model: string,
): object | undefined {
  const start = kind === 'anthropic.message_start' ? Start.safeParse(providerMetadata) : undefined
  if (!start?.success) return undefined
  const { usage: raw } = start.data.anthropic
  const cacheRead = raw.cache_read_input_tokens ?? 0
  const cacheWrite = raw.cache_creation_input_tokens ?? 0
  const inputTokens = {
    total: raw.input_tokens + cacheRead + cacheWrite,
    noCache: raw.input_tokens,
    cacheRead,
    cacheWrite,
  }
  const outputTokens = { total: 0, text: 0, reasoning: 0 }
  return toUsage({ usage: { inputTokens, outputTokens, raw } }, model, false)
}
