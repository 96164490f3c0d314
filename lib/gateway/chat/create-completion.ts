import { LRUCache } from 'lru-cache'
import { type CallContext, type ChargedCall, charged, readingOf } from '@/lib/gateway/calls/charged-call'
import { recordRouteFigures } from '@/lib/gateway/routing/route-health'
import type { ResolvedRoute } from '@/lib/gateway/routing/schema'
import { MAX_ESTIMATE_RATIO, type Recount } from '@/lib/money/ledger/holds'
import type { TokenKind } from '@/lib/money/prices/rates'
import { highestCost, worstCaseCost } from '@/lib/money/usage/meter'
import { costOf } from '@/lib/money/usage/usage-row'
import type { Caller } from '@/lib/platform/caller'
import { newId } from '@/lib/platform/ids'
import { parseJson } from '@/lib/platform/json'
import type { JsonSource } from '@/lib/platform/json-source'
import { MOST_SEARCHES } from '@/lib/upstream/contract/chat-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import {
  countMostPromptTokens,
  countPromptTokens,
  leastTokens,
  mostTokens,
} from '@/lib/upstream/prompt-tokens'
import {
  type Completion,
  type CompletionChoice,
  hasContent,
  readCompletion,
} from '@/lib/upstream/reading/completion'
import { askModel } from '@/lib/upstream/registry'
import {
  askedTokens,
  assumedTokens,
  type CallPlan,
  fitted,
  isLegacy,
  planCall,
  searches,
} from './internal/plan-call'
import { completeStream } from './internal/stream-call'
import type { AnswerStream } from './internal/stream-relay'
import { UpstreamRequests } from './internal/upstream-request'
import {
  CONTEXT_SLACK,
  promptKindsOf,
  requestsAudio,
  searchOptionsOf,
  speedOf,
  tierAsked,
  toUsageReply,
  toUsed,
  usageOfAnswer,
  usageOfPrompt,
} from './internal/usage'
import type { CacheControl, ChatRequest } from './schema'

/** `source` is the request as received, `session` the ID of its session in the headers. */
export type ChatContext = CallContext & {
  source?: JsonSource | undefined
  session?: string | undefined
}

/**
 * Answers a conversation: JSON text, or a stream of server-sent events when `stream` is true. Plans the call, holds the most
 * it can cost, tries the model's routes until one answers, and settles by what was used.
 */
export function createCompletion(
  caller: Caller,
  given: ChatRequest,
  context: ChatContext,
): Promise<string | AnswerStream> {
  const plan = planCall(caller, given, context.source, context.session)
  const { request, routes, limits, bound, isTight } = plan
  const terms = {
    modality: 'chat' as const,
    worstCaseNanos: worstCase(request, routes, () => bound),
    recount: new PromptRecount(plan),
    // Counting tokens takes time, so first make sure that the caller can pay.
    waits: isTight,
    serviceTier: tierAsked(request),
    limited: limits && { limits, tokens: mostTokensOf(plan) },
  }
  return charged(caller, context, terms, (call): Promise<string | AnswerStream> => {
    const complete = request.stream === true ? completeStream : completeWhole
    return complete(fitted(plan), call, context.answerHeaders)
  })
}

/** The amount to hold, in nano-USD: the cost at the most expensive route for a prompt of `tokensAt` tokens. */
export function worstCase(
  request: ChatRequest,
  routes: readonly ResolvedRoute[],
  tokensAt: (route: ResolvedRoute) => number,
): bigint {
  const costAt = worstCaseOf(request)
  return highestCost(routes, (route) => {
    const { price, contextLength } = route
    const tokens = tokensAt(route)
    return costAt(price, {
      // A larger count of an upstream's is not believed.
      promptTokens: Math.min(tokens, CONTEXT_SLACK * (contextLength ?? tokens)),
      completionTokens: mostOutput(request, route) * (request.n ?? 1),
      cachesUnmarked: route.target.sdk !== 'anthropic',
    })
  })
}

/** The worst case by a count of tokens, for customers who cannot hold the one by bytes. */
class PromptRecount implements Recount {
  constructor(private readonly plan: CallPlan) {}

  get leastNanos(): bigint {
    return this.#costOf(() => leastTokens(this.plan.bound))
  }

  async count(availableNanos: bigint): ReturnType<Recount['count']> {
    const { request, bound } = this.plan
    const estimate = Math.min(countPromptTokens(request), bound)
    const estimated = this.#costOf(() => estimate)
    if (estimated > MAX_ESTIMATE_RATIO * availableNanos)
      return { countedNanos: estimated, mostNanos: estimated }
    const counted = Math.min(await countMostPromptTokens(request), bound)
    return {
      countedNanos: this.#costOf(() => counted),
      mostNanos: this.#costOf((route) => mostTokens(counted, bound, route)),
    }
  }

  #costOf(tokensAt: (route: ResolvedRoute) => number): bigint {
    return worstCase(this.plan.request, this.plan.routes, tokensAt)
  }
}

/** The most tokens that one choice can have: the caller's limit or ours, capped by the model's max output and context. */
function mostOutput(request: ChatRequest, route: ResolvedRoute): number {
  const { contextLength, maxOutputTokens } = route
  const asked = askedTokens(request) ?? (assumedTokens(request, route) || Number.POSITIVE_INFINITY)
  return Math.min(asked, maxOutputTokens ?? asked, contextLength ?? asked)
}

/** The most tokens of the prompt and the answer, by a count of the prompt. (Its bytes would be about four times as many.) */
function mostTokensOf({ request, routes, bound }: CallPlan): number {
  const counted = Math.min(countPromptTokens(request), bound)
  const most = routes.map(
    (route) => mostTokens(counted, bound, route) + mostOutput(request, route) * (request.n ?? 1),
  )
  return Math.max(...most)
}

type Price = ResolvedRoute['price']
type Bounds = {
  promptTokens: number
  completionTokens: number
  /** Whether the vendor caches prompts without marks, as all but Anthropic do. */
  cachesUnmarked?: boolean
}

/**
 * Prices a request's worst case, in nano-USD: all of its tokens at the dearest rate that any of them can have. A request for a
 * service tier may be served in the default tier.
 */
export function worstCaseOf(request: ChatRequest): (price: Price, bounds: Bounds) => bigint {
  const kinds = kindsIn(request)
  const serviceTier = tierAsked(request)
  const isSearching = searches(request) || searchOptionsOf(request).length > 0
  const webSearches = isSearching ? (request.max_searches ?? MOST_SEARCHES) : 0
  return (price, { promptTokens, completionTokens, cachesUnmarked = false }) =>
    worstCaseCost(
      price,
      { promptTokens, completionTokens, webSearches, serviceTier },
      cachesUnmarked ? [...kinds, 'cacheWrite'] : kinds,
    )
}

/** What its tokens may be billed as. A model that draws does so unasked. */
function kindsIn(request: ChatRequest): TokenKind[] {
  const kinds: TokenKind[] = ['imageOutput']
  const cache = longestCache(request)
  const { images, sound } = promptKindsOf(request)
  if (cache !== null) kinds.push('cacheWrite')
  if (cache === '1h') kinds.push('cacheWriteHour')
  if (images) kinds.push('imageInput')
  if (sound) kinds.push('audioInput', 'cachedAudioInput')
  if (requestsAudio(request)) kinds.push('audioOutput')
  return kinds
}

type Duration = '5m' | '1h' | null

/** The longest time for which a request caches parts of its prompt; null if it caches nothing. */
function longestCache(request: ChatRequest): Duration {
  let longest = longerOf(null, request.cache_control)
  for (const tool of request.tools ?? []) longest = longerOf(longest, tool.cache_control)
  for (const message of request.messages) {
    if (Array.isArray(message.content))
      for (const part of message.content)
        if (typeof part !== 'string') longest = longerOf(longest, part.cache_control)
    if (message.role === 'assistant')
      for (const call of message.tool_calls ?? []) longest = longerOf(longest, call.cache_control)
  }
  return longest
}

function longerOf(longest: Duration, mark: CacheControl): Duration {
  if (mark == null || longest === '1h') return longest
  return mark.ttl === '1h' ? '1h' : '5m'
}

/** A whole answer, as JSON text. */
async function completeWhole(
  plan: CallPlan,
  call: ChargedCall,
  answerHeaders: ChatContext['answerHeaders'],
): Promise<string> {
  const { request } = plan
  const requests = new UpstreamRequests(plan, answerHeaders)
  const serving = await call.try(
    plan.routes,
    async (route, { signal, startedAt }) => {
      const asked = { ...requests.at(route), signal, onAccepted: call.accept }
      const bytes = await askModel('chat', route, (model) => model.complete(asked), plan.conversation)
      call.accept()
      const completion = withJson(call.caller, route, request, await readCompletion(bytes, isLegacy(request)))
      requests.served(route)
      return { completion, answerMs: performance.now() - startedAt }
    },
    (route, left) => toUsed(route, request, usageOfPrompt(route, request, left?.completion)),
    requests,
  )
  const { route, result } = serving
  const { completion, answerMs } = result
  const counted = usageOfAnswer(route, request, completion)
  const isEmpty = !completion.choices.some(hasContent)
  const finishReason = completion.choices[0]?.finish_reason ?? null
  const reading = call.reading(serving, toUsed(route, request, counted, completion.serviceTier), {
    status: isEmpty ? 'failed' : 'success',
    finishReason,
    errorCode: isEmpty ? 'empty_answer' : null,
  })
  const usage = toUsageReply(counted.usage, await call.chargeOf(reading))
  const reply = JSON.stringify(toReply(route.modelId, completion, usage))
  call.settle(reading)
  const tokensPerSecond = speedOf(counted.usage.completion_tokens, answerMs)
  recordRouteFigures(route.routeId, { answerMs, tokensPerSecond })
  return reply
}

/** The upstream's answer with our ID, our name of the model, and the cost. */
function toReply(model: string, { created, choices, answer }: Completion, usage: object): object {
  return {
    ...answer,
    id: newId('chatcmpl'),
    object: 'chat.completion',
    created: created ?? Math.floor(Date.now() / 1000),
    model,
    choices,
    usage,
  }
}

/** How many unbilled answers one customer gets per hour and process, and up to which cost. */
const MOST_ANSWERS = 20
const MOST_NANOS = 1_000_000_000n

const waived = new LRUCache<string, { answers: number; nanos: bigint }>({
  max: 100_000,
  ttl: 3_600_000,
  noUpdateTTL: true,
})

/**
 * If JSON was requested, the answer without a fence or text around the JSON. Throws UpstreamError if a complete answer has no
 * JSON: the next route is tried, and the customer is not billed. That is limited, or prompts for plain text would be free.
 */
function withJson(
  { customerId }: Caller,
  route: ResolvedRoute,
  request: ChatRequest,
  answer: Completion,
): Completion {
  const { type } = request.response_format ?? {}
  if (type !== 'json_object' && type !== 'json_schema') return answer
  const choices = answer.choices.map(toJson)
  if (choices.every((choice) => choice !== undefined)) return { ...answer, choices }
  const used = toUsed(route, request, usageOfAnswer(route, request, answer))
  const nanos = costOf(readingOf('chat', { route, attempts: [] }, used))
  const before = waived.get(customerId) ?? { answers: 0, nanos: 0n }
  if (before.answers >= MOST_ANSWERS || before.nanos + nanos > MOST_NANOS) return answer
  waived.set(customerId, { answers: before.answers + 1, nanos: before.nanos + nanos })
  const message = 'The model did not return the requested JSON.'
  throw new UpstreamError('failed', { status: 200, message, isOfRequest: true })
}

/** Undefined if the choice should be JSON and is not. */
function toJson(choice: CompletionChoice): CompletionChoice | undefined {
  const { content, tool_calls } = choice.message
  if (choice.finish_reason !== 'stop' || tool_calls !== undefined || typeof content !== 'string')
    return choice
  // Empty answers are handled where they are booked.
  if (content.trim() === '' || parseJson(content) !== undefined) return choice
  const json = jsonIn(content)
  return json === undefined ? undefined : { ...choice, message: { ...choice.message, content: json } }
}

const FENCE = '```'
const THOUGHT_END = '</think>'

/** The JSON in a text: in a fence, or from the first bracket to the last of its kind. */
function jsonIn(text: string): string | undefined {
  const thoughtEnd = text.lastIndexOf(THOUGHT_END)
  const answer = thoughtEnd < 0 ? text : text.slice(thoughtEnd + THOUGHT_END.length)
  return [
    between(answer, FENCE, FENCE)?.slice(FENCE.length, -FENCE.length).replace(/^\w+/, ''),
    between(answer, '{', '}'),
    between(answer, '[', ']'),
  ]
    .map((json) => json?.trim())
    .find((json) => json !== undefined && json !== '' && parseJson(json) !== undefined)
}

function between(text: string, opening: string, closing: string): string | undefined {
  const from = text.indexOf(opening)
  const end = text.lastIndexOf(closing)
  return from >= 0 && end > from ? text.slice(from, end + closing.length) : undefined
}
