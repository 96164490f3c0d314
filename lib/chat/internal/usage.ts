import { countTokens } from '@/lib/platform/tokens'
import type { ResolvedRoute } from '@/lib/routing/resolve-routes'
import type { Attempt } from '@/lib/routing/try-routes'
import { countPromptTokens } from '@/lib/upstream/prompt-tokens'
import type { MeterReading } from '@/lib/usage/meter-reading'
import { type ChatRequest, type Usage, type UsageReply, Usage as UsageSchema } from '../schema'
import { searchOptionsOf, tierServed } from './request-cost'
import { unescapeJson } from './upstream-answer'

/** Undefined for what is absent or makes no sense; then the tokens are estimated. */
export function parseUsage(value: unknown): Usage | undefined {
  const parsed = UsageSchema.safeParse(value)
  return parsed.success ? inOneForm(parsed.data) : undefined
}

/** Some vendors count in other places than OpenAI: Moonshot and DeepSeek say beside the details what a cache had. */
function inOneForm(usage: Usage): Usage {
  const { prompt_tokens_details: details } = usage
  const cached = details?.cached_tokens ?? usage.cached_tokens ?? usage.prompt_cache_hit_tokens
  return {
    ...usage,
    completion_tokens: usage.completion_tokens + thoughtsBeside(usage),
    ...(cached != null && { prompt_tokens_details: { ...details, cached_tokens: cached } }),
  }
}

/** xAI counts thoughts outside the completion, and in the total: that they are there shows in the sum. */
function thoughtsBeside(usage: Usage): number {
  const { prompt_tokens, completion_tokens, total_tokens, completion_tokens_details: details } = usage
  const thoughts = details?.reasoning_tokens ?? 0
  return total_tokens === prompt_tokens + completion_tokens + thoughts ? thoughts : 0
}

const NANOS_PER_USD = 1e9

/** The upstream's usage with its cost; all fields of the contract are always there. */
export function toUsageReply(usage: Usage, costNanos: bigint): UsageReply {
  return {
    ...usage,
    total_tokens: usage.total_tokens ?? usage.prompt_tokens + usage.completion_tokens,
    prompt_tokens_details: { ...usage.prompt_tokens_details, cached_tokens: cachedTokensOf(usage) },
    completion_tokens_details: {
      ...usage.completion_tokens_details,
      reasoning_tokens: reasoningTokensOf(usage),
    },
    cost: Number(costNanos) / NANOS_PER_USD,
  }
}

function cachedTokensOf(usage: Usage): number {
  return usage.prompt_tokens_details?.cached_tokens ?? 0
}

function reasoningTokensOf(usage: Usage): number {
  return usage.completion_tokens_details?.reasoning_tokens ?? 0
}

function audioTokensOf(usage: Usage): number {
  return usage.completion_tokens_details?.audio_tokens ?? 0
}

/** Tokens put into a cache, and how many of them for an hour. */
function cacheWritesOf({ prompt_tokens_details: details }: Usage): { all: number; hour: number } {
  return { all: details?.cache_write_tokens ?? 0, hour: details?.cache_write_1h_tokens ?? 0 }
}

function webSearchesOf(usage: Usage): number {
  return usage.server_tool_use?.web_search_requests ?? 0
}

/** What a reading counted, in the words of the wire; what there was none of is left out where few upstreams tell it. */
export function usageOf(reading: MeterReading): Usage {
  const { cacheWriteTokens, cacheWriteHourTokens, webSearches, audioTokens } = reading
  return {
    prompt_tokens: reading.promptTokens,
    completion_tokens: reading.completionTokens,
    prompt_tokens_details: {
      cached_tokens: reading.cachedTokens,
      ...(cacheWriteTokens && { cache_write_tokens: cacheWriteTokens }),
      ...(cacheWriteHourTokens && { cache_write_1h_tokens: cacheWriteHourTokens }),
    },
    completion_tokens_details: {
      reasoning_tokens: reading.reasoningTokens,
      ...(audioTokens && { audio_tokens: audioTokens }),
    },
    ...(webSearches && { server_tool_use: { web_search_requests: webSearches } }),
  }
}

/** A context may be a little larger than the catalog says, and than we would count it; not twice as large. */
export const CONTEXT_SLACK = 2
/** Vendors search a few times for an answer; more than they are told to is not their way. */
const MOST_SEARCHES_BELIEVED = 100
const UNKNOWN_CONTEXT_TOKENS = 4_000_000

/** Whether an upstream can really have used so many tokens. One that cannot must not empty a customer's balance. */
export function isBelievable(
  usage: Usage,
  route: Pick<ResolvedRoute, 'contextLength'>,
  choices: number,
): boolean {
  const most = CONTEXT_SLACK * (route.contextLength ?? UNKNOWN_CONTEXT_TOKENS)
  const hasSearched = webSearchesOf(usage) <= MOST_SEARCHES_BELIEVED
  return usage.prompt_tokens <= most && usage.completion_tokens <= most * choices && hasSearched
}

/** Of an upstream that did not say: `content` is what the client read, JSON-escaped Latin-1 of UTF-8. */
export function estimateUsage(request: ChatRequest, content: string): Usage {
  return {
    prompt_tokens: countPromptTokens(request),
    completion_tokens: countTokens(unescapeJson(content)),
  }
}

/** A stream of which nothing more comes. */
export type EndedStream = {
  kind: 'complete' | 'aborted' | 'broken'
  /** The last that the upstream reported. */
  usage: Usage | undefined
  /** How much of `content` that usage knows of; of what came after it, it says nothing. */
  countedLength: number
  /** JSON-escaped Latin-1 text that reached the client. */
  content: string
}

type StreamUsage = { usage: Usage | undefined; usageSource: 'upstream' | 'estimated' }

/**
 * What a stream used: as the upstream told it, and what came after that counted here, for some tell of the prompt at first
 * and of the answer at its end; counted here alone where it told nothing. Undefined of one that broke.
 */
export function usageOfStream(
  route: Pick<ResolvedRoute, 'contextLength'>,
  request: ChatRequest,
  end: EndedStream,
): StreamUsage {
  const { usage: told, content, kind } = end
  if (!told || !isBelievable(told, route, request.n ?? 1))
    return {
      usage: kind === 'broken' ? undefined : estimateUsage(request, content),
      usageSource: 'estimated',
    }
  const untold = content.slice(end.countedLength)
  if (untold === '') return { usage: told, usageSource: 'upstream' }
  const { total_tokens: _, ...counted } = told
  const completionTokens = told.completion_tokens + countTokens(unescapeJson(untold))
  return { usage: { ...counted, completion_tokens: completionTokens }, usageSource: 'estimated' }
}

type Ending = {
  request: ChatRequest

  status: 'success' | 'failed'
  usage: Usage | undefined
  usageSource: MeterReading['usageSource']
  /** The tier of service that the upstream names in its answer. */
  toldTier?: unknown
  finishReason: string | null
  errorCode: string | null
  firstByteAt?: Date | undefined
  attempts: readonly Attempt[]
}

export function toReading(route: ResolvedRoute, ending: Ending): MeterReading {
  const { usage } = ending
  const written = usage ? cacheWritesOf(usage) : { all: 0, hour: 0 }
  return {
    status: ending.status,
    modality: 'chat',
    modelId: route.modelId,
    modelName: route.modelName,
    providerId: route.providerId,
    priceId: route.priceId,
    price: route.price,
    promptTokens: usage?.prompt_tokens ?? 0,
    cachedTokens: usage ? cachedTokensOf(usage) : 0,
    cacheWriteTokens: written.all,
    cacheWriteHourTokens: written.hour,
    webSearches: usage ? searchesIn(usage, route, ending.request) : 0,
    completionTokens: usage?.completion_tokens ?? 0,
    audioTokens: usage ? audioTokensOf(usage) : 0,
    serviceTier: tierServed(ending.request, ending.toldTier),
    reasoningTokens: usage ? reasoningTokensOf(usage) : 0,
    usageSource: usage ? ending.usageSource : 'none',
    finishReason: ending.finishReason,
    errorCode: ending.errorCode,
    firstByteAt: ending.firstByteAt ?? null,
    attempts: ending.attempts,
  }
}

/** Upstreams of OpenAI's kind search once for an answer when they are asked in their own words, and do not count it. */
function searchesIn(usage: Usage, { target }: ResolvedRoute, request: ChatRequest): number {
  const isUncounted = usage.server_tool_use == null && target.adapter === 'openai-compatible'
  return isUncounted && searchOptionsOf(request).length > 0 ? 1 : webSearchesOf(usage)
}

/** Fewer say nothing of a speed. */
const FEWEST_TOKENS = 8

/** Tokens per second; undefined where too few came, or all at once. */
export function speedOf(tokens: number, millis: number): number | undefined {
  return tokens < FEWEST_TOKENS || millis <= 0 ? undefined : (tokens * 1000) / millis
}
