import { createHash } from 'node:crypto'
import type {
  LanguageModelV4FinishReason,
  LanguageModelV4Source,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { parseJson } from '@/lib/platform/json'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { fieldsOf } from '@/lib/upstream/reading/members'
import { readFinishReason } from '@/lib/upstream/reading/message'
import { kindsIn } from '@/lib/upstream/reading/usage'

/** The vendor's metadata that has to be returned later or reported. */
const OfGoogle = z
  .looseObject({
    thoughtSignature: z.string().optional(),
    promptFeedback: z.looseObject({ blockReason: z.string().nullish() }).nullish().catch(null),
  })
  .optional()
  .catch(undefined)

const Metadata = z.object({
  anthropic: z
    .looseObject({
      signature: z.string().optional(),
      redactedData: z.string().optional(),
      stopSequence: z.string().nullish(),
    })
    .optional()
    .catch(undefined),
  google: OfGoogle,
  /** Google's, from Vertex. */
  vertex: OfGoogle,
})

type VendorMetadata = {
  /** Anthropic's seal on a thought, to be returned with it. */
  signature: string | undefined
  /** A thought that only Anthropic can read. */
  redacted: string | undefined
  /** The caller's stop sequence that ended Anthropic's answer. */
  stopSequence: string | undefined
  /** Google's seal on a tool call. */
  thoughtSignature: string | undefined
  /** Google refused the prompt itself. */
  isPromptBlocked: boolean
}

export function readMetadata(metadata: SharedV4ProviderMetadata | undefined): VendorMetadata {
  const { anthropic, vertex, google = vertex } = Metadata.parse(metadata ?? {})
  return {
    signature: anthropic?.signature || undefined,
    redacted: anthropic?.redactedData,
    stopSequence: anthropic?.stopSequence ?? undefined,
    thoughtSignature: google?.thoughtSignature,
    isPromptBlocked: !!google?.promptFeedback?.blockReason,
  }
}

/** Google's finish reasons that the package reports as `other`. */
const FILTERED = /^(?:IMAGE_|NO_IMAGE|LANGUAGE)/
const BROKEN = /^(?:UNEXPECTED_TOOL_CALL|TOO_MANY_TOOL_CALLS|MALFORMED_)/

/** OpenAI's finish reason; null: the answer is incomplete, or the vendor reports that it is broken. */
export function toFinishReason({ unified, raw }: LanguageModelV4FinishReason): string | null {
  switch (unified) {
    case 'stop':
    case 'length':
      return unified
    case 'tool-calls':
      return 'tool_calls'
    case 'content-filter':
      return 'content_filter'
    case 'error':
    case 'interrupted':
      return null
    case 'other':
      if (raw === undefined || BROKEN.test(raw)) return null
      return FILTERED.test(raw) ? 'content_filter' : customReason(raw)
  }
}

/** The reason of a server with a vendor's API but its own finish reasons. */
function customReason(word: string): string | null {
  const reason = readFinishReason(word)
  if (reason === 'failed') return null
  return reason === 'unknown' ? 'stop' : reason
}

type Cited = {
  /** Range in the answer's text; undefined if not reported. */
  span?: readonly [number, number]
  /** The quoted text of the page, if reported. */
  text?: string | undefined
}

/** A page that a search found, as an annotation of OpenAI's. Sources without a URL are left out. */
export function writeCitation(source: LanguageModelV4Source, { span = [0, 0], text }: Cited = {}): object[] {
  if (source.sourceType !== 'url') return []
  const { url, title } = source
  const [start_index, end_index] = span
  const content = text ? { content: text } : {}
  return [
    { type: 'url_citation', url_citation: { url, title: title ?? url, ...content, start_index, end_index } },
  ]
}

/** A sealed thought in the form that callers return with the conversation; undefined if it is not sealed. */
export function writeReasoningDetail(
  thought: { text?: string; signature: string | undefined; redacted: string | undefined },
  format: string,
): object | undefined {
  const { text, signature, redacted } = thought
  if (redacted !== undefined) return { type: 'reasoning.encrypted', data: redacted, format }
  return signature === undefined
    ? undefined
    : { type: 'reasoning.text', ...(text !== undefined && { text }), signature, format }
}

/** The stop sequence that ended an answer, in vLLM's field for it; OpenAI's format has none. */
export function writeStop(stopSequence: string | undefined): { stop_reason?: string } {
  return stopSequence === undefined ? {} : { stop_reason: stopSequence }
}

/** A tool call in OpenAI's format, with Google's seal in the field of Google's own OpenAI-compatible API. */
export function writeToolCall(call: {
  id: string
  name: string
  arguments: string
  thoughtSignature: string | undefined
}): object {
  return {
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
    ...(call.thoughtSignature !== undefined && {
      extra_content: { google: { thought_signature: call.thoughtSignature } },
    }),
  }
}

export function promptBlocked(): UpstreamError {
  return new UpstreamError('rejected', {
    code: 'content_policy_violation',
    param: 'messages',
    message: 'The upstream refused the messages by its content policy.',
  })
}

/**
 * Gemini's seals on tool calls, for clients whose format has no field for them. A seal that is gone, or of another process, is
 * replaced by the placeholder that Google documents, with which the model loses its thoughts.
 */
const seals = new LRUCache<string, string>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: (seal) => seal.length + 100,
})

type SealedCall = { id: string; function: { name: string; arguments: string } }

export function cacheSeal(call: SealedCall, seal: string | undefined): void {
  if (seal) seals.set(keyOf(call), seal)
}

export function cachedSeal(call: SealedCall): string | undefined {
  return seals.size === 0 ? undefined : seals.get(keyOf(call))
}

/** A key of everything that a client returns of a call, so that only clients that got the call get its seal. */
function keyOf({ id, function: { name, arguments: text } }: SealedCall): string {
  const input = JSON.stringify(parseJson(text) ?? {})
  return createHash('sha256')
    .update(JSON.stringify([id, name, input]))
    .digest('base64')
}

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
  const { promptTokensDetails, cacheTokensDetails, candidatesTokensDetails } = fieldsOf(raw)
  const cachedAudio = kindsIn(cacheTokensDetails)?.audio_tokens
  return {
    prompt_tokens: inputTokens.total,
    completion_tokens: outputTokens.total,
    total_tokens: inputTokens.total + outputTokens.total,
    prompt_tokens_details: {
      cached_tokens: inputTokens.cacheRead ?? 0,
      ...(inputTokens.cacheWrite !== undefined && { cache_write_tokens: inputTokens.cacheWrite }),
      ...(hour && { cache_write_1h_tokens: hour }),
      ...kindsIn(promptTokensDetails),
      ...(cachedAudio !== undefined && { cached_audio_tokens: cachedAudio }),
    },
    completion_tokens_details: {
      reasoning_tokens: outputTokens.reasoning ?? 0,
      ...kindsIn(candidatesTokensDetails),
    },
    ...(searches > 0 && { server_tool_use: { web_search_requests: searches } }),
  }
}

const AnthropicUsage = z.object({ server_tool_use: z.object({ web_search_requests: z.int().min(0) }) })

const Grounding = z
  .object({ webSearchQueries: z.array(z.string()).nullish() })
  .nullish()
  .catch(null)
const Grounded = z.object({
  groundingMetadata: Grounding,
  /** Per request, if the package made several for this answer. */
  groundingMetadataPerRequest: z.array(Grounding).nullish().catch(null),
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
  const google = Grounded.safeParse(metadata?.google ?? metadata?.vertex)
  if (!google.success) return 0
  const { groundingMetadata, groundingMetadataPerRequest } = google.data
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
