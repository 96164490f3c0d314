import { createHash } from 'node:crypto'
import type { ResolvedRoute } from '@/lib/routing/resolve-routes'
import type { RequestOrigin } from '@/lib/upstream/contract/chat-model'
import type { ChatRequest } from '../schema'
import { type Adjustment, hasMember, isLongSeed, isSpare, OF_MESSAGES } from './refused-fields'

type Message = ChatRequest['messages'][number]
type Sent = Record<string, unknown>

type Terms = {
  /** The longest answer where the caller names none. */
  limit: number | undefined
  adjustments: ReadonlySet<Adjustment>
  origin: RequestOrigin | undefined
}

/** The gateway's own fields: not sent on, or under the upstream's own name. */
const OWN_FIELDS = ['models', 'provider', 'usage', 'web_search', 'enable_search', 'max_searches'] as const

export function searches({ web_search, enable_search }: ChatRequest): boolean {
  return web_search === true || enable_search === true
}

/**
 * The caller's request as sent to this route: without the gateway's own fields, with the upstream's name for the model, and by
 * what the route declares or has refused before. `dropped` are fields of the caller's that its upstream does not know.
 */
export function toUpstreamRequest(
  request: ChatRequest,
  route: ResolvedRoute,
  { limit, adjustments, origin }: Terms,
): { request: Sent; dropped: string[] } {
  const sent: Sent = { ...request, model: route.upstreamId }
  for (const name of OWN_FIELDS) if (name in sent) delete sent[name]
  writeLimit(sent, limit, limitNameOf(route, adjustments))
  if (searches(request)) {
    sent.web_search = true
    if (request.max_searches != null) sent.max_searches = request.max_searches
  }
  // Usage is always requested, so that it is always metered; the client sees it only if it requested it too.
  if (request.stream) sent.stream_options = { ...request.stream_options, include_usage: true }
  const isShort = adjustments.has('short_seed') || route.target.adapter === 'ai-sdk'
  if (isShort && isLongSeed(sent.seed)) sent.seed = Number(BigInt.asUintN(31, BigInt(sent.seed)))
  const changes = changesOf(route, adjustments)
  if (changes.length > 0) writeMessages(sent, request, changes, origin)
  return { request: sent, dropped: dropSpare(sent, request, adjustments) }
}

/**
 * OpenAI's reasoning models reject `max_tokens` and accept `max_completion_tokens`; most others know only the former, or ignore the
 * latter. A limit is renamed, never dropped.
 */
function writeLimit(sent: Sent, limit: number | undefined, name: LimitName | 'either'): void {
  const { max_tokens, max_completion_tokens } = sent
  const asked = max_completion_tokens ?? max_tokens ?? limit
  if (asked === undefined) return
  if (name === 'either' && limit === undefined) return
  delete sent.max_tokens
  delete sent.max_completion_tokens
  sent[name === 'either' ? 'max_tokens' : name] = asked
}

type LimitName = 'max_tokens' | 'max_completion_tokens'

function limitNameOf(
  { supportedParameters: names }: ResolvedRoute,
  made: ReadonlySet<Adjustment>,
): LimitName | 'either' {
  if (made.has('max_tokens')) return 'max_completion_tokens'
  if (made.has('max_completion_tokens') || !names.includes('max_completion_tokens')) return 'max_tokens'
  return names.includes('max_tokens') ? 'either' : 'max_completion_tokens'
}

type Change = (message: Message) => Message

/** What this route's upstream has otherwise in messages. `system` says the same as `developer`, and is known everywhere. */
function changesOf({ supportedParameters: names }: ResolvedRoute, made: ReadonlySet<Adjustment>): Change[] {
  const changes: Change[] = []
  if (made.has('developer') || !names.includes('max_completion_tokens')) changes.push(toSystem)
  if (made.has('thoughts')) changes.push(withThought)
  if (made.has('call_ids')) changes.push(withShortIds)
  for (const name of made)
    if (name.startsWith(OF_MESSAGES))
      changes.push((message) => withoutMember(message, name.slice(OF_MESSAGES.length)))
  return changes
}

function writeMessages(
  sent: Sent,
  { messages }: ChatRequest,
  changes: readonly Change[],
  origin: RequestOrigin | undefined,
): void {
  const change = (message: Message) => changes.reduce((changed, one) => one(changed), message)
  if (!messages.some((message) => change(message) !== message)) return
  const exact = messages === origin?.read.messages ? origin.source.exact('messages') : {}
  sent.messages = { messages, ...exact }.messages.map(change)
}

function toSystem(message: Message): Message {
  return message.role === 'developer' ? { ...message, role: 'system' } : message
}

/** What an upstream that wants its thoughts back gets where the client has not kept them; it refuses an empty one. */
const NO_THOUGHT = '...'

function withThought(message: Message): Message {
  if (message.role !== 'assistant' || message.reasoning_content) return message
  return { ...message, reasoning_content: message.reasoning || NO_THOUGHT }
}

/** Mistral's ids have nine characters. Its own answers have such, so that only other upstreams' are written anew. */
function withShortIds(message: Message): Message {
  if (message.role === 'tool') return { ...message, tool_call_id: shortId(message.tool_call_id) }
  if (message.role !== 'assistant' || !message.tool_calls) return message
  return { ...message, tool_calls: message.tool_calls.map((call) => ({ ...call, id: shortId(call.id) })) }
}

function shortId(id: string): string {
  return /^[a-zA-Z0-9]{9}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 9)
}

function withoutMember(message: Message, name: string): Message {
  if (!hasMember(message, name)) return message
  const changed: Message = { ...message }
  delete changed[name]
  if (changed.role === 'assistant' && changed.tool_calls && name !== 'id')
    changed.tool_calls = changed.tool_calls.map((call) => {
      const rest = { ...call }
      delete rest[name]
      return rest
    })
  return changed
}

/** Deletes what the upstream does not know, and names what the caller misses by that. */
function dropSpare(sent: Sent, { messages }: ChatRequest, made: ReadonlySet<Adjustment>): string[] {
  const dropped: string[] = []
  for (const name of made) {
    const member = name.startsWith(OF_MESSAGES) ? name.slice(OF_MESSAGES.length) : undefined
    if (member !== undefined && messages.some((message) => hasMember(message, member))) dropped.push(name)
    if (!isSpare(name, sent)) continue
    delete sent[name]
    if (name !== 'stream_options') dropped.push(name)
  }
  return dropped
}
