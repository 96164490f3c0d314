import { newId } from '@/lib/platform/ids'
import { isRecord } from '@/lib/platform/json'
import { isNestedDeeper } from '@/lib/platform/json-source'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { UpstreamChunk, UpstreamCompletion, type Usage } from '../schema'
import { contentIn, endOfString, parseUsage } from './usage'

/**
 * A message, or a delta of one, as clients of OpenAI's format read it: its content is a string, and its reasoning is
 * under both names that they look for (`reasoning_content`, DeepSeek's; `reasoning`, OpenRouter's).
 */
export function toOwnMessage<Message extends Readonly<Record<string, unknown>>>(message: Message): Message {
  const flat = flatContent(message)
  const { reasoning_content: thought, reasoning: sameThought } = flat
  if (isText(thought) && sameThought == null) return { ...flat, reasoning: thought }
  return isText(sameThought) && thought == null ? { ...flat, reasoning_content: sameThought } : flat
}

/**
 * Mistral's reasoning models answer in parts (docs.mistral.ai, "Reasoning"): `{type: 'thinking', thinking: [{type: 'text',
 * text}]}` and `{type: 'text', text}`.
 */
function flatContent<Message extends Readonly<Record<string, unknown>>>(message: Message): Message {
  if (!Array.isArray(message.content)) return message
  const thoughts = message.content.map((part) => (isRecord(part) ? textOf(part.thinking) : '')).join('')
  return { ...message, content: textOf(message.content), ...(thoughts && { reasoning_content: thoughts }) }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

const THOUGHT_NAMES = ['reasoning_content', 'reasoning'] as const

/** The same in a chunk that is not parsed; undefined where it has to be. */
function withBothThoughts(json: string): string | undefined {
  if (!json.includes('"reasoning')) return json
  const [first = -1, second = -1] = THOUGHT_NAMES.map((name) => json.indexOf(`"${name}":"`))
  if (first < 0 === second < 0) return json
  const [name, other] = first < 0 ? [THOUGHT_NAMES[1], THOUGHT_NAMES[0]] : THOUGHT_NAMES
  const from = Math.max(first, second) + name.length + '"":"'.length
  const end = endOfString(json, from)
  // A null under the other name, or thoughts of several choices.
  if (json.includes(`"${other}":`) || json.includes(`"${name}":`, end)) return undefined
  return `${json.slice(0, end + 1)},"${other}":"${json.slice(from, end + 1)}${json.slice(end + 1)}`
}

function textOf(parts: unknown): string {
  if (typeof parts === 'string') return parts
  if (!Array.isArray(parts)) return ''
  return parts.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('')
}

/** Finish reasons are those of OpenAI; vendors that speak its format write some of their own. */
const known = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool_calls'],
  ['content_filter', 'content_filter'],
  ['function_call', 'tool_calls'],
  ['max_tokens', 'length'],
  ['model_length', 'length'],
  ['tool_use', 'tool_calls'],
  ['sensitive', 'content_filter'],
  ['safety', 'content_filter'],
])

export function toFinishReason(reason: string): string {
  return known.get(reason.toLowerCase()) ?? 'stop'
}

/** What one event of the upstream means for us. Strings are Latin-1 of UTF-8 bytes. */
export type RewrittenChunk = {
  /** The event's payload for the client; undefined: nothing to send. */
  payload?: string
  /** What the client reads in it, still JSON-escaped, for counting tokens should the upstream report none. */
  content?: string
  usage?: Usage
  finishReason?: string
  serviceTier?: string
  /** Which choices it ends. */
  ended?: readonly number[]
  /** The upstream says in its stream that it failed. */
  error?: unknown
}

const NULL_USAGE = ',"usage":null}'

/**
 * Puts our `id`, `created` and `model` into every chunk. The first one is parsed; those that begin with the same bytes
 * and hold neither usage, an end nor an error (nearly all) have their beginning replaced and are not parsed.
 */
export class ChunkRewriter {
  private upstreamPrefix: string | undefined
  private ownPrefix = ''
  private isFirst = true

  constructor(
    private readonly identity: { id: string; created: number; model: string },
    /** The client requested usage: chunks then have a null `usage` where the upstream's have. */
    private readonly showsUsage: boolean,
  ) {}

  rewrite(payload: string): RewrittenChunk {
    return this.rewriteUnparsed(payload) ?? this.rewriteParsed(payload)
  }

  private rewriteUnparsed(payload: string): RewrittenChunk | undefined {
    if (this.upstreamPrefix === undefined || !payload.startsWith(this.upstreamPrefix)) return undefined
    const rest = payload.slice(this.upstreamPrefix.length)
    // In JSON text these bytes can only be keys: inside a string their quotes would be escaped.
    if (
      rest.includes('"finish_reason":"') ||
      rest.includes('"usage":{') ||
      rest.includes('"error":') ||
      rest.includes('"content":[') ||
      rest.startsWith(']')
    )
      return undefined
    const own = withBothThoughts(rest)
    if (own === undefined) return undefined
    return { payload: this.ownPrefix + this.withoutNullUsage(own), content: contentIn(rest) }
  }

  /** Usage was requested by us, not by the client, who would not expect the null. */
  private withoutNullUsage(rest: string): string {
    if (this.showsUsage || !rest.endsWith(NULL_USAGE)) return rest
    return `${rest.slice(0, -NULL_USAGE.length)}}`
  }

  private rewriteParsed(payload: string): RewrittenChunk {
    const text = Buffer.from(payload, 'latin1').toString('utf8')
    const value: Record<string, unknown> = JSON.parse(text)
    const chunk = UpstreamChunk.parse(value)
    if (chunk.error != null) return { error: chunk.error }
    const choices = chunk.choices ?? []
    const usage = parseUsage(chunk.usage ?? choices.findLast((choice) => choice.usage != null)?.usage)
    const reported = {
      ...(usage && { usage }),
      ...(typeof chunk.service_tier === 'string' && { serviceTier: chunk.service_tier }),
    }
    if (choices.length === 0) return reported
    if (this.isFirst && choices.every(({ index }) => index !== undefined)) this.learnPrefix(text, value)
    const ending = choices.filter(({ finish_reason: reason }) => reason != null)
    const reason = ending[0]?.finish_reason
    // The upstream's own order of keys, so that later chunks can be recognised by their first bytes.
    const own: Record<string, unknown> = { ...value, ...this.identity, object: 'chat.completion.chunk' }
    own.choices = choices.map((one) => this.toChoice(one))
    if (own.usage || !this.showsUsage) delete own.usage
    this.isFirst = false
    const json = JSON.stringify(own)
    return {
      payload: Buffer.from(json, 'utf8').toString('latin1'),
      content: Buffer.from(contentIn(JSON.stringify(choices)), 'utf8').toString('latin1'),
      ...reported,
      ...(reason == null
        ? {}
        : { finishReason: toFinishReason(reason), ended: ending.map(({ index = 0 }) => index) }),
    }
  }

  private toChoice({
    index = 0,
    delta,
    finish_reason,
    usage: _,
    ...rest
  }: NonNullable<UpstreamChunk['choices']>[number]) {
    const message = toOwnMessage(delta ?? {})
    const own = this.isFirst ? { role: 'assistant', ...message } : message
    return {
      index,
      delta: own,
      ...rest,
      finish_reason: finish_reason == null ? null : toFinishReason(finish_reason),
    }
  }

  /** Only when the upstream writes compact JSON with plain fields before `choices` can its chunks be recognised by their bytes. */
  private learnPrefix(text: string, chunk: Record<string, unknown>): void {
    const mark = '"choices":['
    const end = text.indexOf(mark)
    if (end < 0 || JSON.stringify(chunk) !== text) return
    const before: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(chunk)) {
      if (key === 'choices') break
      if (key === 'usage' && !this.showsUsage) continue
      if (typeof value === 'object' && value !== null) return
      before[key] = value
    }
    const own = JSON.stringify({ ...before, ...this.identity, object: 'chat.completion.chunk' })
    this.upstreamPrefix = Buffer.from(text.slice(0, end + mark.length), 'utf8').toString('latin1')
    this.ownPrefix = Buffer.from(`${own.slice(0, -1)},${mark}`, 'utf8').toString('latin1')
  }
}

/**
 * Cuts a stream of bytes into the payloads of its server-sent events. Bytes travel as Latin-1 strings (one character a
 * byte): that is lossless wherever the network cut them, and string searches are the fastest that V8 has. Comments and
 * fields other than `data` are dropped; several `data` lines of one event are joined (WHATWG HTML, 9.2.6). Lines end with
 * LF or CR LF, or all of them with CR.
 */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf'
const MAX_EVENT_BYTES = 32 * 1024 * 1024

export class EventSplitter {
  private rest = ''
  private data: string | undefined
  private isBegun = false
  /** Lines may end with CR alone. */
  private hasReturns = false
  /** The last byte was a CR: an LF right after belongs to it. */
  private isAfterReturn = false

  push(bytes: Buffer): string[] {
    const payloads: string[] = []
    const part = bytes.toString('latin1')
    const fresh = this.hasReturns ? this.withLineFeeds(part) : part
    // Joined only once a line is whole: searching the buffered part again at every chunk of a long line is quadratic.
    let text = this.rest + fresh
    if (!fresh.includes('\n')) {
      // Only here, so that the streams of nearly all upstreams are not searched for it.
      if (this.hasReturns || !fresh.includes('\r')) {
        this.keep(text)
        return payloads
      }
      this.hasReturns = true
      text = this.withLineFeeds(text)
    }
    let from = !this.isBegun && text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
    this.isBegun = true
    for (let end = text.indexOf('\n', from); end >= 0; end = text.indexOf('\n', from)) {
      const line = text.slice(from, end > from && text.charCodeAt(end - 1) === 13 ? end - 1 : end)
      from = end + 1
      if (line === '') {
        if (this.data !== undefined) payloads.push(this.data)
        this.data = undefined
      } else if (line.startsWith('data:')) {
        const value = line.slice(line.charCodeAt(5) === 32 ? 6 : 5)
        this.data = this.data === undefined ? value : `${this.data}\n${value}`
      }
    }
    this.keep(text.slice(from))
    return payloads
  }

  private withLineFeeds(chunk: string): string {
    if (chunk === '') return chunk
    const own = this.isAfterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk
    this.isAfterReturn = chunk.endsWith('\r')
    return own.replace(/\r\n?/g, '\n')
  }

  private keep(rest: string): void {
    this.rest = rest
    if (this.rest.length + (this.data?.length ?? 0) > MAX_EVENT_BYTES)
      throw new RangeError('an event is too large')
  }
}

type Choice = UpstreamCompletion['choices'][number]

/** No real answer nests deeper; writing JSON recurses at each level, and would overflow the stack. */
const MOST_NESTING = 500

/** Throws `UpstreamError` for an invalid answer. */
export function parseCompletion(bytes: Buffer): UpstreamCompletion {
  try {
    if (isNestedDeeper(bytes, MOST_NESTING)) throw new Error('the answer is nested too deep')
    const completion = UpstreamCompletion.parse(JSON.parse(bytes.toString('utf8')))
    if (completion.choices.length === 0) throw new Error('no choices')
    return completion
  } catch (cause) {
    throw new UpstreamError('failed', { cause })
  }
}

/** The upstream's answer as ours: under our id and name of the model, with its cost. */
export function toReply(modelId: string, completion: UpstreamCompletion, usage: object): object {
  const { id: _id, object: _object, created, model: _model, choices, usage: _usage, ...rest } = completion
  return {
    id: newId('chatcmpl'),
    object: 'chat.completion',
    created: Number.isSafeInteger(created) ? created : Math.floor(Date.now() / 1000),
    model: modelId,
    choices: choices.map(toChoice),
    usage,
    ...rest,
  }
}

function toChoice({ index: given, message, finish_reason, ...rest }: Choice, index: number): object {
  const { role: _role, content, ...more } = toOwnMessage(message)
  return {
    index: given ?? index,
    message: { role: 'assistant', content: content ?? null, ...more },
    finish_reason: toFinishReason(finish_reason ?? 'stop'),
    ...rest,
  }
}

/** Whether it has any content. */
export function hasContent({ message }: Choice): boolean {
  const { content, tool_calls, refusal, reasoning_content, reasoning, function_call, audio } = message
  if ([tool_calls, message.images].some((list) => Array.isArray(list) && list.length > 0)) return true
  const contents = [content, refusal, reasoning_content, reasoning, function_call, audio]
  return contents.some((value) => value != null && value !== '')
}
