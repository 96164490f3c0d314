import { isRecord } from '@/lib/platform/json'
import type { JsonSource } from '@/lib/platform/json-source'
import type { WebSearchField } from '@/lib/upstream/contract/adapter'
import type {
  ChatByteStream,
  ChatCall,
  ChatModel,
  ChatStreamReceiver,
} from '@/lib/upstream/contract/chat-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import {
  type AnswerHead,
  type AnswerReceiver,
  type Endpoint,
  EventProgress,
  type Exchange,
  type OpenAiCompatibleSettings,
  resolveEndpoint,
  send,
} from './exchange'
import { MAX_ERROR_BYTES, readError } from './read-error'
import { askWhole } from './whole-answer'

/**
 * Chat behind any upstream that speaks OpenAI's chat completions: the request is sent unchanged, the answer's bytes
 * come back as they are. An abort of the call's signal ends the upstream request at once: a promise that is still open
 * rejects with the signal's own reason, a stream that was already handed out falls silent.
 */
export function createOpenAiCompatibleChat(settings: OpenAiCompatibleSettings): ChatModel {
  const endpoint = resolveEndpoint(settings)
  const path = endpoint.path('/chat/completions')
  const whole = {
    path,
    headers: endpoint.headers('application/json', 'application/json'),
    deadlineMs: endpoint.answerTimeoutMs,
  }
  const streamed = {
    path,
    headers: endpoint.headers('application/json', 'text/event-stream'),
    deadlineMs: endpoint.firstByteTimeoutMs,
  }
  const bodyOf = (call: ChatCall) => ({
    body: encodeRequest(call, settings.webSearch),
    signal: call.signal,
  })
  return {
    // Every completion has `choices`; some upstreams answer 200 with an error instead.
    complete: async (call) => askWhole(endpoint, { ...whole, ...bodyOf(call) }, '"choices"', call.onAccepted),
    stream: (call) =>
      new Promise<ChatByteStream>((resolve, reject) => {
        const answer = new StreamAnswer(endpoint, resolve, reject, call.onAccepted)
        send(endpoint, { ...streamed, ...bodyOf(call) }, answer)
      }),
  }
}

const SEARCH_ON: Record<Exclude<WebSearchField, 'native'>, (request: Fields) => Fields> = {
  // OpenAI
  web_search_options: (request) => ({ web_search_options: request.web_search_options ?? {} }),
  // DashScope
  enable_search: () => ({ enable_search: true }),
  // OpenRouter
  plugins: (request) => ({ plugins: [...listOf(request.plugins), { id: 'web' }] }),
  // Zhipu
  tools: (request) => ({
    tools: [...listOf(request.tools), { type: 'web_search', web_search: { enable: true } }],
  }),
}

/** The body as it goes on the wire: the caller's request, with the gateway's own switch as the upstream spells it. */
export function encodeRequest(
  { request, origin }: Pick<ChatCall, 'request' | 'origin'>,
  webSearch: WebSearchField | undefined,
): string | Buffer {
  const sent = withSearch(withoutCacheMarks(request, origin?.source), webSearch)
  return origin ? origin.source.write(sent, origin.read) : JSON.stringify(sent)
}

function withSearch(request: Fields, webSearch: WebSearchField | undefined): Fields {
  if (!('web_search' in request) && !('enable_search' in request)) return request
  const { web_search, enable_search, max_searches: _most, ...rest } = request
  if (web_search !== true && enable_search !== true) return rest
  if (webSearch === undefined || webSearch === 'native')
    throw new UpstreamError('unsupported', { param: 'web_search' })
  return { ...rest, ...SEARCH_ON[webSearch](rest) }
}

type Fields = Readonly<Record<string, unknown>>

/**
 * The request without Anthropic's cache markers, which other upstreams would refuse, or accept and bill. Words that
 * were in parts for the sake of a mark are one text again. What has no mark stays as it is, to the byte; what is written
 * anew is read again from its `source`, for the numbers in it.
 */
export function withoutCacheMarks(given: Fields, source?: JsonSource): Fields {
  if (!isMarked(given)) return given
  const { cache_control: _mark, ...rest } = given
  const request = { ...given, ...source?.exact('messages', 'tools') }
  return {
    ...rest,
    messages: listOf(request.messages).map(cleanMessage),
    ...(Array.isArray(request.tools) && { tools: request.tools.map(withoutMark) }),
  }
}

function isMarked(request: Fields): boolean {
  return (
    hasMark(request) ||
    listOf(request.tools).some(hasMark) ||
    listOf(request.messages).some(
      (message) =>
        isRecord(message) &&
        (listOf(message.content).some(hasMark) || listOf(message.tool_calls).some(hasMark)),
    )
  )
}

function cleanMessage(message: unknown): unknown {
  if (!isRecord(message)) return message
  const { content, tool_calls } = message
  return {
    ...message,
    ...(listOf(content).some(hasMark) && { content: cleanParts(listOf(content)) }),
    ...(listOf(tool_calls).some(hasMark) && { tool_calls: listOf(tool_calls).map(withoutMark) }),
  }
}

function cleanParts(parts: readonly unknown[]): unknown {
  const texts = parts.map((part) => (isRecord(part) && part.type === 'text' ? part.text : undefined))
  const areWords = texts.every((text) => typeof text === 'string')
  return areWords ? texts.join('\n\n') : parts.map(withoutMark)
}

function withoutMark(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { cache_control: _mark, ...rest } = value
  return rest
}

function hasMark(value: unknown): boolean {
  return isRecord(value) && 'cache_control' in value
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Decides from head and first bytes whether an answer is the requested stream, then hands it over. */
export class StreamAnswer implements AnswerReceiver {
  readonly #progress = new EventProgress()
  #head: AnswerHead = { status: 0, headers: {} }
  #exchange: Exchange | undefined
  #stream: ByteStream | undefined
  #refusal: Buffer[] = []
  #refusalBytes = 0

  constructor(
    private readonly endpoint: Endpoint,
    private readonly resolve: (stream: ChatByteStream) => void,
    private readonly reject: (error: unknown) => void,
    private readonly onAccepted?: () => void,
  ) {}

  onHead(head: AnswerHead, exchange: Exchange): void {
    this.#head = head
    this.#exchange = exchange
    if (this.#isEventStream()) this.onAccepted?.()
  }

  /** Comments and empty lines are no first byte: another route may still be tried, and the deadline goes on. */
  onBytes(bytes: Buffer): void {
    if (!this.#isEventStream()) {
      this.#collectRefusal(bytes)
      return
    }
    const hasWords = this.#progress.hasWords(bytes)
    if (hasWords) this.#exchange?.noteProgress()
    else this.#exchange?.noteIdling(bytes.length)
    if (this.#stream !== undefined) this.#stream.push(bytes)
    else if (hasWords) this.#begin(bytes)
  }

  onEnd(): void {
    if (this.#stream !== undefined) this.#stream.end()
    else if (this.#isEventStream()) this.reject(new UpstreamError('failed', { status: 200 }))
    else this.reject(this.#readRefusal())
  }

  onFail(error: unknown): void {
    if (this.#stream === undefined) this.reject(error)
    else if (error instanceof UpstreamError) this.#stream.break(error)
    else this.#stream.abort()
  }

  #begin(first: Buffer): void {
    const exchange = this.#exchange
    if (exchange === undefined) return
    const refusal = firstEventRefusal(first)
    if (refusal === undefined) this.#handOver(exchange, first)
    else exchange.fail(readError(this.#head, refusal, this.endpoint))
  }

  #handOver(exchange: Exchange, first: Buffer): void {
    exchange.clearDeadline()
    this.#stream = new ByteStream(exchange)
    this.#stream.push(first)
    this.resolve(this.#stream)
  }

  #collectRefusal(bytes: Buffer): void {
    this.#refusalBytes += bytes.length
    this.#refusal.push(bytes)
    if (this.#refusalBytes > MAX_ERROR_BYTES) this.#exchange?.fail(this.#readRefusal())
  }

  #readRefusal(): UpstreamError {
    return readError(this.#head, Buffer.concat(this.#refusal), this.endpoint)
  }

  #isEventStream(): boolean {
    const { 'content-type': type = 'text/event-stream' } = this.#head.headers
    return this.#head.status === 200 && /^text\/event-stream\b/i.test(type)
  }
}

/**
 * Some upstreams accept a stream and refuse it in its very first event. That is detected here, once a
 * stream, so that such a call can still go elsewhere; whatever follows belongs to the stream's reader.
 */
function firstEventRefusal(first: Buffer): string | undefined {
  const start = first.toString('latin1', 0, 64)
  if (!/^(?:event: ?error\r?\n)?data: ?\{\s*"error"/.test(start)) return undefined
  return /^data: ?(\{.*\})\s*$/m.exec(first.toString('utf8', 0, MAX_ERROR_BYTES))?.[1]
}

/**
 * A body being streamed. What arrives while there is no reader (before `start`, or when the parser emits bytes that
 * it already had after a pause) waits in order, and so does the end.
 */
class ByteStream implements ChatByteStream {
  readonly #waiting: Buffer[] = []
  #receiver: ChatStreamReceiver | undefined
  #finish: ((receiver: ChatStreamReceiver) => void) | undefined
  #isHeld = true
  #isOver = false

  constructor(private readonly exchange: Exchange) {}

  start(receiver: ChatStreamReceiver): void {
    this.#receiver = receiver
    this.resume()
  }

  resume(): void {
    if (!this.#isHeld || this.#receiver === undefined) return
    this.#isHeld = false
    this.#drain(this.#receiver)
    if (!this.#isHeld) this.exchange.resume()
  }

  abort(): void {
    this.#isOver = true
    this.#waiting.length = 0
    this.exchange.abort()
  }

  push(bytes: Buffer): void {
    if (this.#isOver) return
    if (this.#isHeld || this.#receiver === undefined) this.#hold(bytes)
    else if (!this.#receiver.onChunk(bytes)) this.#pause()
  }

  end(): void {
    this.#settle((receiver) => receiver.onEnd())
  }

  break(error: UpstreamError): void {
    this.#settle((receiver) => receiver.onError(error))
  }

  #settle(finish: (receiver: ChatStreamReceiver) => void): void {
    this.#finish = finish
    if (!this.#isHeld && this.#receiver !== undefined) this.#drain(this.#receiver)
  }

  #drain(receiver: ChatStreamReceiver): void {
    while (!this.#isHeld && !this.#isOver) {
      const bytes = this.#waiting.shift()
      if (bytes === undefined) break
      if (!receiver.onChunk(bytes)) this.#pause()
    }
    if (this.#isHeld || this.#isOver || this.#finish === undefined) return
    this.#isOver = true
    this.#finish(receiver)
  }

  #hold(bytes: Buffer): void {
    this.#waiting.push(bytes)
    this.exchange.pause()
  }

  #pause(): void {
    this.#isHeld = true
    this.exchange.pause()
  }
}
