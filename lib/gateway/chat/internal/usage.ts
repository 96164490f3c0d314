import type { Used } from '@/lib/gateway/calls/charged-call'
import type { ResolvedRoute } from '@/lib/gateway/routing/schema'
import { logger } from '@/lib/platform/logger'
import { toUsdNumber } from '@/lib/platform/money'
import { countTokens } from '@/lib/platform/tokens'
import { countPromptTokens } from '@/lib/upstream/prompt-tokens'
import type { Completion } from '@/lib/upstream/reading/completion'
import { fieldsOf } from '@/lib/upstream/reading/members'
import { wordsOf } from '@/lib/upstream/reading/message'
import type { Usage } from '@/lib/upstream/reading/usage'
import type { ChatRequest, UsageReply } from '../schema'

/** The upstream's usage with its cost, and with every field of our API. */
export function toUsageReply(usage: Usage, costNanos: bigint): UsageReply {
  const { prompt_tokens_details: prompt, completion_tokens_details: completion } = usage
  return {
    ...usage,
    total_tokens: usage.total_tokens ?? usage.prompt_tokens + usage.completion_tokens,
    prompt_tokens_details: { ...prompt, cached_tokens: prompt?.cached_tokens ?? 0 },
    completion_tokens_details: { ...completion, reasoning_tokens: completion?.reasoning_tokens ?? 0 },
    cost: toUsdNumber(costNanos),
  }
}

/** A context may be a little larger than the catalog says or than we count, but not twice as large. */
export const CONTEXT_SLACK = 2
/** Vendors search a few times per answer. */
const MOST_SEARCHES_BELIEVED = 100
const UNKNOWN_CONTEXT_TOKENS = 4_000_000

type ReportingRoute = Pick<ResolvedRoute, 'routeId' | 'target' | 'contextLength' | 'upstreamId'>

/** The reported usage, unless it is impossibly high: a wrong report must not empty a customer's balance. */
function believed(reported: Usage | undefined, route: ReportingRoute, { n }: ChatRequest): Usage | undefined {
  if (reported === undefined) return undefined
  const usage = withCachedInPrompt(withThoughts(reported, route), route)
  const most = CONTEXT_SLACK * (route.contextLength ?? UNKNOWN_CONTEXT_TOKENS)
  const isBelievable =
    usage.prompt_tokens <= most &&
    usage.completion_tokens <= most * (n ?? 1) &&
    webSearchesOf(usage) <= MOST_SEARCHES_BELIEVED
  return isBelievable ? usage : undefined
}

/** Google's OpenAI-compatible API, and gateways before it, count Gemini's thoughts in the total alone. */
function withThoughts(usage: Usage, { upstreamId }: ReportingRoute): Usage {
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total = 0 } = usage
  const isShort = prompt > 0 && total > prompt + completion && /gemini/i.test(upstreamId)
  return isShort ? { ...usage, completion_tokens: total - prompt } : usage
}

/**
 * Routes that report cached tokens (read or written) in addition to `prompt_tokens`, as Anthropic and some proxies of its models
 * do; OpenAI includes them. An answer with more cached tokens than prompt tokens proves it, and from then on all answers of the
 * route are read this way. A total that adds them tells it of its own answer alone: it may have the same number of something else.
 * The operator's setting (`usage.cached_in_prompt`) takes precedence.
 */
const proven = new Set<string>()

/** No context is larger, so larger figures prove nothing. */
const MOST_BELIEVED = 8_000_000

/** The usage with all of the prompt's tokens in `prompt_tokens`, however the route counts. */
export function withCachedInPrompt(usage: Usage, route: Pick<ReportingRoute, 'routeId' | 'target'>): Usage {
  const { cached_tokens = 0, cache_write_tokens = 0 } = usage.prompt_tokens_details ?? {}
  const cached = cached_tokens + cache_write_tokens
  if (cached === 0 || !countsSeparately(route, usage, cached)) return usage
  const prompt_tokens = usage.prompt_tokens + cached
  return { ...usage, prompt_tokens, total_tokens: prompt_tokens + usage.completion_tokens }
}

function countsSeparately(
  { routeId, target }: Pick<ReportingRoute, 'routeId' | 'target'>,
  { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total }: Usage,
  cached: number,
): boolean {
  if (target.cachedInPrompt != null) return !target.cachedInPrompt
  if (proven.has(routeId)) return true
  if (cached > MOST_BELIEVED) return false
  if (cached <= prompt) return total === prompt + completion + cached
  proven.add(routeId)
  logger.warn(
    { route: routeId },
    'prompt_tokens of this route leave cached tokens out: they are added from now on',
  )
  return true
}

function estimate(request: ChatRequest, text: string): Counted & { usage: Usage } {
  const usage = { prompt_tokens: countPromptTokens(request), completion_tokens: countTokens(text) }
  return { usage, usageSource: 'estimated' }
}

/** What was used, if known, and who counted it. */
export type Counted = { usage: Usage | undefined; usageSource: 'upstream' | 'estimated' }

/** What a whole answer used, as reported by the upstream, or else as counted here. */
export function usageOfAnswer(
  route: ResolvedRoute,
  request: ChatRequest,
  { usage, choices }: Completion,
): Counted & { usage: Usage } {
  const reported = believed(usage, route, request)
  const text = reported?.completion_tokens ? '' : choices.map(({ message }) => wordsOf(message)).join('')
  return reported === undefined ? estimate(request, text) : completed(reported, request, text)
}

/** The report with our count of what it lacks: no prompt is empty. */
function completed(reported: Usage, request: ChatRequest, uncounted: string): Counted & { usage: Usage } {
  if (reported.prompt_tokens > 0 && uncounted === '') return { usage: reported, usageSource: 'upstream' }
  const { total_tokens: _, ...counted } = reported
  const prompt_tokens = counted.prompt_tokens || countPromptTokens(request)
  const completion_tokens = counted.completion_tokens + countTokens(uncounted)
  return { usage: { ...counted, prompt_tokens, completion_tokens }, usageSource: 'estimated' }
}

/** The usage of the prompt alone, for a client that left before the answer. */
export function usageOfPrompt(
  route: ResolvedRoute,
  request: ChatRequest,
  answer: Completion | undefined,
): Counted {
  const reported = believed(answer?.usage, route, request)
  if (!reported?.prompt_tokens) return estimate(request, '')
  const { prompt_tokens, prompt_tokens_details } = reported
  return { usage: { prompt_tokens, prompt_tokens_details, completion_tokens: 0 }, usageSource: 'upstream' }
}

/** The prompt's usage before the answer ends, as reported by the upstream so far, or else as counted here. */
export function promptUsage(request: ChatRequest, reported: Usage | undefined): UsageReply {
  const prompt_tokens = reported?.prompt_tokens || countPromptTokens(request)
  const prompt_tokens_details = reported?.prompt_tokens_details
  return toUsageReply({ prompt_tokens, prompt_tokens_details, completion_tokens: 0 }, 0n)
}

/** A stream that has ended. */
export type EndedStream = {
  kind: 'complete' | 'aborted' | 'broken'
  /** The upstream's last report. */
  usage: Usage | undefined
  /** How much of `content` the report covers. */
  countedLength: number
  /** The text that reached the client, as JSON-escaped Latin-1. */
  content: string
}

/**
 * What a stream used: as the upstream reported it, plus our count of what followed, since some upstreams report the prompt first
 * and the answer at the end. Without a report it is counted here, or unknown if the stream broke.
 */
export function usageOfStream(route: ReportingRoute, request: ChatRequest, end: EndedStream): Counted {
  const { content, kind } = end
  const reported = believed(end.usage, route, request)
  if (reported === undefined)
    return kind === 'broken'
      ? { usage: undefined, usageSource: 'estimated' }
      : estimate(request, unescapeJson(content))
  const counted = reported.completion_tokens > 0 ? end.countedLength : 0
  return completed(reported, request, unescapeJson(content.slice(counted)))
}

/** The quantities to bill. Pictures and sound are believed only where the request can have them, as its hold assumed. */
export function toUsed(
  route: ResolvedRoute,
  request: ChatRequest,
  { usage, usageSource }: Counted,
  servedTier?: unknown,
): Used {
  const serviceTier = tierServed(request, servedTier)
  if (usage === undefined) return { usageSource: 'none', serviceTier }
  const { prompt_tokens_details: prompt, completion_tokens_details: completion } = usage
  const used: Used = {
    promptTokens: usage.prompt_tokens,
    cachedTokens: prompt?.cached_tokens ?? 0,
    cacheWriteTokens: prompt?.cache_write_tokens ?? 0,
    cacheWriteHourTokens: prompt?.cache_write_1h_tokens ?? 0,
    webSearches: searchesIn(usage, route, request),
    completionTokens: usage.completion_tokens,
    audioTokens: requestsAudio(request) ? (completion?.audio_tokens ?? 0) : 0,
    imageOutputTokens: completion?.image_tokens,
    reasoningTokens: completion?.reasoning_tokens ?? 0,
    serviceTier,
    usageSource,
  }
  return isMixed(prompt) ? { ...used, ...mixOf(request, prompt) } : used
}

type PromptDetails = NonNullable<Usage['prompt_tokens_details']>

function isMixed(prompt: PromptDetails | undefined): prompt is PromptDetails {
  return !!prompt?.image_tokens || !!prompt?.audio_tokens
}

function mixOf(request: ChatRequest, prompt: PromptDetails): Partial<Used> {
  const { images, sound } = promptKindsOf(request)
  return {
    ...(images && { imageInputTokens: prompt.image_tokens }),
    ...(sound && { audioInputTokens: prompt.audio_tokens, cachedAudioTokens: prompt.cached_audio_tokens }),
  }
}

/** Whether a request has pictures and sound, which files and films may have too. */
export function promptKindsOf({ messages }: ChatRequest): { images: boolean; sound: boolean } {
  const kinds = { images: false, sound: false }
  for (const { content } of messages)
    if (Array.isArray(content))
      for (const part of content) {
        const { type } = fieldsOf(part)
        kinds.images ||= type === 'image_url' || type === 'file'
        kinds.sound ||= type === 'input_audio' || type === 'file'
      }
  return kinds
}

export function requestsAudio({ modalities }: ChatRequest): boolean {
  return modalities?.includes('audio') ?? false
}

/** OpenAI-compatible upstreams search once per answer when asked in their own fields, and do not report it. */
function searchesIn(usage: Usage, { target }: ResolvedRoute, request: ChatRequest): number {
  const isUncounted = usage.server_tool_use == null && target.adapter === 'openai-compatible'
  return isUncounted && searchOptionsOf(request).length > 0 ? 1 : webSearchesOf(usage)
}

function webSearchesOf(usage: Usage): number {
  return usage.server_tool_use?.web_search_requests ?? 0
}

/** The requested service tier; null for the default tier. */
export function tierAsked({ service_tier: tier }: ChatRequest): string | null {
  return tier == null || tier === 'auto' || tier === 'default' ? null : tier
}

/** The billed tier: the requested one, or the default tier if the upstream reports another. */
function tierServed(request: ChatRequest, reported: unknown): string | null {
  const asked = tierAsked(request)
  return typeof reported === 'string' && reported !== asked ? null : asked
}

/** The vendors' fields that request web search (OpenAI's, OpenRouter's, xAI's). */
export function searchOptionsOf(request: ChatRequest): string[] {
  return SEARCH_OPTIONS.filter((name) => {
    const value = request[name]
    return Array.isArray(value) ? value.length > 0 : value != null
  })
}

const SEARCH_OPTIONS = ['web_search_options', 'plugins', 'search_parameters']

/** Fewer tokens are too few to measure speed. */
const FEWEST_TOKENS = 8

/** Tokens per second; undefined if there were too few, or all arrived at once. */
export function speedOf(tokens: number, millis: number): number | undefined {
  return tokens < FEWEST_TOKENS || millis <= 0 ? undefined : (tokens * 1000) / millis
}

/** Decodes JSON-escaped Latin-1 of UTF-8. A fragment that is cut inside an escape is returned as it is. */
function unescapeJson(escaped: string): string {
  const text = Buffer.from(escaped, 'latin1').toString('utf8')
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}
