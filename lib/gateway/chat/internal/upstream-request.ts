import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ResolvedRoute } from '@/lib/gateway/routing/schema'
import { isRecord, omit } from '@/lib/platform/json'
import type { ChatCall, RequestOrigin } from '@/lib/upstream/contract/chat-model'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type CallPlan, imposedLimit, searches } from './plan-call'

type Fields = Record<string, unknown>

/** The response header that lists parameters that were not sent because the upstream does not support them. */
const DROPPED = 'x-portico-dropped-parameters'
/** Each adjustment costs the client the time of another call. */
const MOST_ADJUSTMENTS = 12

/** A call's request for each route. A route that refuses a field is called again with an adjusted request. */
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

  /** Whether the refusal names something that can be adjusted. */
  readonly adjusts = (route: ResolvedRoute, error: UpstreamError): boolean => {
    const made = this.adjustmentsOf(route)
    const isChatFormat = route.target.adapter === 'openai-compatible' || route.target.adapter === 'ark'
    if (!isChatFormat || made.size >= MOST_ADJUSTMENTS) return false
    const adjustment = adjustmentFor(error, this.at(route).request, made)
    if (adjustment !== undefined) this.made.set(route.routeId, new Set([...made, adjustment]))
    return adjustment !== undefined
  }

  /** Records that the route answered the adjusted request. */
  served({ routeId }: ResolvedRoute): void {
    const made = this.made.get(routeId)
    if (made !== undefined) cacheAdjustments(routeId, made)
  }

  private adjustmentsOf({ routeId }: ResolvedRoute): ReadonlySet<Adjustment> {
    return this.made.get(routeId) ?? knownAdjustments(routeId)
  }
}

/** The gateway's own fields: not passed on, or passed on under the upstream's name. */
const OWN_FIELDS = 'models provider session_id usage web_search enable_search max_searches'.split(' ')

/**
 * The caller's request as sent to this route: without the gateway's own fields, with the upstream's name of the model, and
 * adjusted to what the route declares or has refused before. `dropped` lists the caller's fields that the upstream rejects.
 */
function toUpstreamRequest(
  plan: CallPlan,
  route: ResolvedRoute,
  adjustments: ReadonlySet<Adjustment>,
): { sent: Fields; dropped: string[] } {
  const { request, origin } = plan
  const { max_tokens, max_completion_tokens, ...rest } = request
  const sent: Fields = rest
  sent.model = route.upstreamId
  for (const name of OWN_FIELDS) if (name in sent) delete sent[name]
  const most = max_completion_tokens ?? max_tokens ?? imposedLimit(plan, route)
  if (most != null) sent[limitNameOf(route, adjustments)] = most
  if (searches(request)) {
    sent.web_search = true
    if (request.max_searches != null) sent.max_searches = request.max_searches
  }
  // Usage is always requested for metering; the client sees it only if it asked for it.
  if (request.stream) sent.stream_options = { ...request.stream_options, include_usage: true }
  const isShort = adjustments.has('short_seed') || route.target.adapter === 'ai-sdk'
  if (isShort && isLongSeed(sent.seed)) sent.seed = Number(BigInt.asUintN(31, BigInt(sent.seed)))
  const dropped = new Set<string>()
  const changes = changesOf(route, adjustments, dropped)
  writeMessages(sent, changes, adjustments.has('system_first'), origin)
  const left = dropOptional(sent, adjustments, dropped)
  dropped.delete('stream_options') // the gateway adds it, not the caller
  return { sent: left, dropped: [...dropped] }
}

/**
 * OpenAI's reasoning models reject `max_tokens` and accept `max_completion_tokens`; most others know only the former, or ignore
 * the latter. A limit is renamed, never dropped.
 */
function limitNameOf({ supportedParameters: names }: ResolvedRoute, made: ReadonlySet<Adjustment>): string {
  if (made.has('max_tokens')) return 'max_completion_tokens'
  const isNew = names.includes('max_completion_tokens') && !names.includes('max_tokens')
  return isNew && !made.has('max_completion_tokens') ? 'max_completion_tokens' : 'max_tokens'
}

type Change = (message: Fields) => Fields

/** How messages change for this route. Every upstream knows `system`, which means the same as `developer`. */
function changesOf(
  { supportedParameters: names }: ResolvedRoute,
  made: ReadonlySet<Adjustment>,
  dropped: Set<string>,
): Change[] {
  const changes: Change[] = []
  if (made.has('developer') || !names.includes('max_completion_tokens')) changes.push(toSystem)
  if (made.size === 0) return changes
  if (made.has('thoughts')) changes.push(withThought)
  if (made.has('call_ids')) changes.push(withShortIds)
  if (made.has('text_content')) changes.push(withText)
  changes.push((message) =>
    eachCall(dropOptional(message, made, dropped), (call) => dropOptional(call, made, dropped)),
  )
  return changes
}

function writeMessages(
  sent: Fields,
  changes: readonly Change[],
  isSystemFirst: boolean,
  origin: RequestOrigin | undefined,
): void {
  const change = (message: Fields) => changes.reduce((changed, one) => one(changed), message)
  const isMoved = isSystemFirst && hasLaterSystem(messagesOf(sent))
  if (!isMoved && messagesOf(sent).every((message) => change(message) === message)) return
  const isAsReceived = sent.messages === origin?.read.messages
  const received = messagesOf({ ...sent, ...(isAsReceived && origin?.source.exact('messages')) })
  sent.messages = isMoved ? joinSystem(received.map(change)) : received.map(change)
}

function isSystem({ role }: Fields): boolean {
  return role === 'system' || role === 'developer'
}

function hasLaterSystem(messages: readonly Fields[]): boolean {
  return messages.some((message, at) => at > 0 && isSystem(message))
}

/** One system message at the beginning, as for Claude and Gemini: templates of many open models accept no other. */
function joinSystem(messages: readonly Fields[]): Fields[] {
  const systems = messages.filter(isSystem)
  const contents = systems.map(({ content }) => content)
  const areTexts = contents.every((content) => typeof content === 'string')
  const toParts = (content: unknown) => (Array.isArray(content) ? content : [{ type: 'text', text: content }])
  const content = areTexts ? contents.join('\n\n') : contents.flatMap(toParts)
  return [{ ...systems[0], content }, ...messages.filter((message) => !isSystem(message))]
}

function toSystem(message: Fields): Fields {
  return message.role === 'developer' ? { ...message, role: 'system' } : message
}

/** Sent to an upstream that requires reasoning the client has not kept. It refuses an empty text. */
const NO_THOUGHT = '...'

function withThought(message: Fields): Fields {
  if (message.role !== 'assistant' || message.reasoning_content) return message
  return { ...message, reasoning_content: message.reasoning || NO_THOUGHT }
}

/** Content as one text for upstreams that accept neither null nor a list. Pictures stay where they are. */
function withText(message: Fields): Fields {
  const { content } = message
  if (content === null) return { ...message, content: '' }
  if (!Array.isArray(content) || !content.every((part) => isRecord(part) && part.type === 'text'))
    return message
  return { ...message, content: content.map(({ text }) => text).join('\n') }
}

/** Mistral requires IDs of nine characters. Its own IDs have them; those of other upstreams are replaced. */
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

/** The fields without those that the upstream rejects; the same object if there are none. */
function dropOptional(fields: Fields, made: ReadonlySet<Adjustment>, dropped: Set<string>): Fields {
  if (made.size === 0) return fields
  return omit(fields, (name) => {
    const isDropped = made.has(name) && isOptional(name, fields)
    if (isDropped) dropped.add(name)
    return isDropped
  })
}

/**
 * A change that a strict upstream needs. Such an upstream refuses a whole request because of one field. If the refusal names a
 * field of the closed lists below, the call is repeated without it or with its other form, and the route keeps the adjustment.
 */
type Adjustment = string

/** Fields of the request or its messages that an answer does not depend on. */
const optional: ReadonlySet<string> = new Set(
  'stream_options parallel_tool_calls user metadata safety_identifier prompt_cache_key prompt_cache_retention seed verbosity reasoning_effort annotations reasoning_content reasoning_details reasoning extra_content'.split(
    ' ',
  ),
)
/** Fields that may go if they have the default value. */
const defaults: Readonly<Fields> = {
  ...{ store: false, service_tier: 'auto', n: 1, top_p: 1, logprobs: false, tool_choice: 'auto' },
  ...{ frequency_penalty: 0, presence_penalty: 0 },
}
const limitNames: readonly string[] = ['max_tokens', 'max_completion_tokens']

const UNKNOWN =
  /unknown|unsupported|not supported|unrecogni[sz]ed|unexpected|extra (?:inputs?|fields?)|not permitted|not allowed|additional propert|does not (?:support|exist)|(?:in|not a |no )valid (?:field|param|argument|property)|cannot find field|deprecated|only (?:allowed|supported)/i
/** The field is known, but its value is not. */
const WRONG_VALUE =
  /(?:unsupported|invalid) value|supported values|does not support ['"`]?(?:none|minimal|low|medium|x?high|\d)/i
/** The content of a message is null or a list. */
const NO_TEXT =
  /invalid type: \w+, expected a string|message content type|content\b.{0,100}(?:(?:must be|should be|expected) (?:an? )?(?:valid )?string|cannot start list|none is not an allowed)/i
/** Of a template. */
const SYSTEM_FIRST =
  /system\W+(?:message|prompt|role)s?\b.{0,40}\b(?:begin|first|start|precede)|(?:unexpected|invalid) role\W+system/i
/** What follows in a refusal lists known fields. */
const KNOWN = /\b(?:expected one of|did you mean|use ['"`])/i

/** The adjustment of `sent` for this refusal; undefined if it names nothing that can change, or that changed before. */
function adjustmentFor(
  { fault, message, param, hasPublicMessage }: UpstreamError,
  sent: Fields,
  made: ReadonlySet<Adjustment>,
): Adjustment | undefined {
  if (fault !== 'rejected' || !hasPublicMessage) return undefined
  const refusal = `${param === null ? '' : `${param}: `}${message.split(KNOWN)[0]}`
  const messages = messagesOf(sent)
  const isUnknown = UNKNOWN.test(refusal)
  const isAdjusted: [Adjustment, boolean][] = [
    ['text_content', NO_TEXT.test(refusal) && messages.some((message) => withText(message) !== message)],
    ['system_first', SYSTEM_FIRST.test(refusal) && hasLaterSystem(messages)],
    ['call_ids', /tool.?call.?id.{0,200}length (?:of )?9/i.test(refusal)],
    ['developer', /developer|\brole\b/i.test(refusal) && messages.some(({ role }) => role === 'developer')],
    [
      'thoughts',
      !isUnknown && /reasoning_content.*(?:passed back|missing)|missing reasoning_content/i.test(refusal),
    ],
    ['short_seed', !isUnknown && /\bseed\b/.test(refusal) && isLongSeed(sent.seed)],
  ]
  const [adjustment] =
    isAdjusted.find(([, isMeant]) => isMeant) ??
    (isUnknown && !WRONG_VALUE.test(message) ? [unknownIn(refusal, sent, messages)] : [])
  return adjustment === undefined || made.has(adjustment) ? undefined : adjustment
}

/** The refused field that is named first. */
function unknownIn(refusal: string, sent: Fields, messages: readonly Fields[]): Adjustment | undefined {
  const names = [sent, ...messages, ...messages.flatMap(callsOf)].flatMap((fields) =>
    Object.keys(fields).filter((name) => limitNames.includes(name) || isOptional(name, fields)),
  )
  const named = [...new Set(names)].map((name) => ({ name, at: refusal.search(patternOf(name)) }))
  return named.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0]?.name
}

/** A name that is also an English word counts only in quotation marks, in a path, or at either end. */
function patternOf(name: string): RegExp {
  return name.includes('_')
    ? new RegExp(`(?<!\\w)${name}(?!\\w)`)
    : new RegExp(`(?:^|['"\`.[]|: )${name}(?=['"\`:.,\\]]|$)`)
}

function isOptional(name: string, fields: Fields): boolean {
  return name in fields && (optional.has(name) || (name in defaults && fields[name] === defaults[name]))
}

const MOST_OF_31_BITS = 2 ** 31 - 1

function isLongSeed(seed: unknown): seed is number {
  return typeof seed === 'number' && Math.abs(seed) > MOST_OF_31_BITS
}

function messagesOf({ messages }: Fields): readonly Fields[] {
  return Array.isArray(messages) ? messages : []
}

function callsOf({ tool_calls: calls }: Fields): readonly Fields[] {
  return Array.isArray(calls) ? calls.filter(isRecord) : []
}

/** By route, in this process, for an hour: an upstream may change. */
const known = new LRUCache<string, ReadonlySet<Adjustment>>({ max: 5000, ttl: 3_600_000 })

const none: ReadonlySet<Adjustment> = new Set()

function knownAdjustments(routeId: string): ReadonlySet<Adjustment> {
  return known.get(routeId) ?? none
}

function cacheAdjustments(routeId: string, made: ReadonlySet<Adjustment>): void {
  known.set(routeId, made)
}
