import { createHash } from 'node:crypto'
import type { ResolvedRoute } from '@/lib/gateway/routing/resolve-routes'
import { isRecord, omit } from '@/lib/platform/json'
import type { ChatCall, RequestOrigin } from '@/lib/upstream/contract/chat-model'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type CallPlan, imposedLimit } from './plan-call'
import {
  type Adjustment,
  adjustmentFor,
  isLongSeed,
  isSpare,
  knownAdjustments,
  messagesOf,
  rememberAdjustments,
} from './refused-fields'
import { searches } from './worst-case'

type Fields = Record<string, unknown>

/** Names what of the request a route's upstream does not know, and does not get. */
const DROPPED = 'x-portico-dropped-parameters'
/** Each costs the client the time of another call. */
const MOST_ADJUSTMENTS = 12

/** A call as each of its routes is sent it: one that refuses a field is asked once more, otherwise. */
export class UpstreamRequests {
  private readonly made = new Map<string, ReadonlySet<Adjustment>>()

  constructor(
    private readonly plan: CallPlan,
    private readonly answerHeaders: Record<string, string> = {},
  ) {}

  at(route: ResolvedRoute): Pick<ChatCall, 'request' | 'origin'> {
    const { sent, dropped } = toUpstreamRequest(this.plan, route, this.adjustmentsOf(route))
    if (dropped.length > 0) this.answerHeaders[DROPPED] = dropped.join(', ')
    else delete this.answerHeaders[DROPPED]
    return { request: sent, origin: this.plan.origin }
  }

  /** Whether the refusal names something that can be sent otherwise. */
  readonly adjusts = (route: ResolvedRoute, error: UpstreamError): boolean => {
    const made = this.adjustmentsOf(route)
    const isOwnFormat = route.target.adapter === 'openai-compatible' || route.target.adapter === 'ark'
    if (!isOwnFormat || made.size >= MOST_ADJUSTMENTS) return false
    const adjustment = adjustmentFor(error, this.at(route).request, made)
    if (adjustment !== undefined) this.made.set(route.routeId, new Set([...made, adjustment]))
    return adjustment !== undefined
  }

  /** The route has answered what it was sent. */
  served({ routeId }: ResolvedRoute): void {
    const made = this.made.get(routeId)
    if (made !== undefined) rememberAdjustments(routeId, made)
  }

  private adjustmentsOf({ routeId }: ResolvedRoute): ReadonlySet<Adjustment> {
    return this.made.get(routeId) ?? knownAdjustments(routeId)
  }
}

/** The gateway's own fields: not sent on, or under the upstream's own name. */
const OWN_FIELDS = ['models', 'provider', 'usage', 'web_search', 'enable_search', 'max_searches'] as const

/**
 * The caller's request as sent to this route: without the gateway's own fields, with the upstream's name for the model, and by
 * what the route declares or has refused before. `dropped` are fields of the caller's that its upstream does not know.
 */
function toUpstreamRequest(
  plan: CallPlan,
  route: ResolvedRoute,
  adjustments: ReadonlySet<Adjustment>,
): { sent: Fields; dropped: string[] } {
  const { request, origin } = plan
  const { max_tokens, max_completion_tokens, ...rest } = request
  const sent: Fields = { ...rest, model: route.upstreamId }
  for (const name of OWN_FIELDS) if (name in sent) delete sent[name]
  const most = max_completion_tokens ?? max_tokens ?? imposedLimit(plan, route)
  if (most != null) sent[limitNameOf(route, adjustments)] = most
  if (searches(request)) {
    sent.web_search = true
    if (request.max_searches != null) sent.max_searches = request.max_searches
  }
  // Usage is always requested, so that it is always metered; the client sees it only if it requested it too.
  if (request.stream) sent.stream_options = { ...request.stream_options, include_usage: true }
  const isShort = adjustments.has('short_seed') || route.target.adapter === 'ai-sdk'
  if (isShort && isLongSeed(sent.seed)) sent.seed = Number(BigInt.asUintN(31, BigInt(sent.seed)))
  const dropped = new Set<string>()
  writeMessages(sent, changesOf(route, adjustments, dropped), origin)
  const left = dropSpare(sent, adjustments, dropped)
  dropped.delete('stream_options') // we ask for it ourselves
  return { sent: left, dropped: [...dropped] }
}

/**
 * OpenAI's reasoning models reject `max_tokens` and accept `max_completion_tokens`; most others know only the former, or ignore the
 * latter. A limit is renamed, never dropped.
 */
function limitNameOf({ supportedParameters: names }: ResolvedRoute, made: ReadonlySet<Adjustment>): string {
  if (made.has('max_tokens')) return 'max_completion_tokens'
  const isNew = names.includes('max_completion_tokens') && !names.includes('max_tokens')
  return isNew && !made.has('max_completion_tokens') ? 'max_completion_tokens' : 'max_tokens'
}

type Change = (message: Fields) => Fields

/** What this route's upstream has otherwise in messages. `system` says the same as `developer`, and is known everywhere. */
function changesOf(
  { supportedParameters: names }: ResolvedRoute,
  made: ReadonlySet<Adjustment>,
  dropped: Set<string>,
): Change[] {
  return [
    ...(made.has('developer') || !names.includes('max_completion_tokens') ? [toSystem] : []),
    ...(made.has('thoughts') ? [withThought] : []),
    ...(made.has('call_ids') ? [withShortIds] : []),
    ...(made.size > 0
      ? [
          (message: Fields) =>
            eachCall(dropSpare(message, made, dropped), (call) => dropSpare(call, made, dropped)),
        ]
      : []),
  ]
}

function writeMessages(sent: Fields, changes: readonly Change[], origin: RequestOrigin | undefined): void {
  const change = (message: Fields) => changes.reduce((changed, one) => one(changed), message)
  if (messagesOf(sent).every((message) => change(message) === message)) return
  const isAsReceived = sent.messages === origin?.read.messages
  sent.messages = messagesOf({ ...sent, ...(isAsReceived && origin?.source.exact('messages')) }).map(change)
}

function toSystem(message: Fields): Fields {
  return message.role === 'developer' ? { ...message, role: 'system' } : message
}

/** What an upstream that wants its thoughts back gets where the client has not kept them; it refuses an empty one. */
const NO_THOUGHT = '...'

function withThought(message: Fields): Fields {
  if (message.role !== 'assistant' || message.reasoning_content) return message
  return { ...message, reasoning_content: message.reasoning || NO_THOUGHT }
}

/** Mistral's ids have nine characters. Its own answers have such, so that only other upstreams' are written anew. */
function withShortIds(message: Fields): Fields {
  const { tool_call_id: id } = message
  if (typeof id === 'string') return { ...message, tool_call_id: shortId(id) }
  return eachCall(message, (call) => ({ ...call, id: shortId(String(call.id)) }))
}

function shortId(id: string): string {
  return /^[a-zA-Z0-9]{9}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 9)
}

function eachCall(message: Fields, change: Change): Fields {
  const { tool_calls: calls } = message
  if (!Array.isArray(calls)) return message
  const changed = calls.map((call) => (isRecord(call) ? change(call) : call))
  return changed.every((call, at) => call === calls[at]) ? message : { ...message, tool_calls: changed }
}

/** Without what the upstream does not know; itself where that is nothing. */
function dropSpare(fields: Fields, made: ReadonlySet<Adjustment>, dropped: Set<string>): Fields {
  return omit(fields, (name) => {
    const isGone = made.has(name) && isSpare(name, fields)
    if (isGone) dropped.add(name)
    return isGone
  })
}
