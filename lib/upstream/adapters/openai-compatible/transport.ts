import type { IncomingHttpHeaders } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { type Dispatcher, type FormData, Pool } from 'undici'
import { currentScope } from '@/lib/platform/tracing'
import { connectorOf, type Guard, guardOf } from '@/lib/upstream/connect'
import type { WebSearchField } from '@/lib/upstream/contract/adapter'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

/** An upstream with OpenAI's API. */
export type OpenAiCompatibleSettings = {
  /** With its whole prefix (`https://api.openai.com/v1`, `https://open.bigmodel.cn/api/paas/v4`), to which `/chat/completions` etc. are added. */
  baseUrl: string
  /** Sent as a bearer token; null for upstreams without keys. */
  apiKey: string | null
  /** Additional headers, which replace ours of the same name (`api-key`, `OpenAI-Organization`, …). */
  headers?: Readonly<Record<string, string>>
  /** How web search is requested; undefined: the upstream cannot search. */
  webSearch?: WebSearchField | undefined
  /** From the call to the first byte of a stream, waiting for a connection included. */
  firstByteTimeoutMs?: number
  /** From the call to the headers of a whole answer. */
  answerTimeoutMs?: number
  /** The longest silence inside an answer's body. */
  idleTimeoutMs?: number
  /** The largest accepted whole answer. */
  maxAnswerBytes?: number
}

/** The settings, prepared for requests. */
export type Endpoint = {
  origin: string
  hostname: string
  /** Texts that a caller must never see, whatever an upstream quotes; also the parts of values such as `Basic …`. */
  secrets: string[]
  /** `/chat/completions` under the whole prefix. */
  path(suffix: string): string
  /** The flat list that undici writes as it is. `contentType` null: the body has its own type (a form). */
  headers(contentType: string | null, accept: string): string[]
  firstByteTimeoutMs: number
  answerTimeoutMs: number
  idleTimeoutMs: number
  maxAnswerBytes: number
}

export function resolveEndpoint(settings: OpenAiCompatibleSettings): Endpoint {
  const url = new URL(settings.baseUrl)
  const prefix = url.pathname.replace(/\/+$/, '')
  const apiKey = settings.apiKey?.trim() || null
  return {
    origin: url.origin,
    hostname: url.hostname,
    secrets: [apiKey ?? '', ...Object.values(settings.headers ?? {})]
      .flatMap((value) => [value, ...value.split(/\s+/)])
      .filter((text) => text.length >= 8),
    path: (suffix) => `${prefix}${suffix}${url.search}`,
    headers: (contentType, accept) => headerList(apiKey, contentType, accept, settings.headers),
    firstByteTimeoutMs: settings.firstByteTimeoutMs ?? 120_000,
    answerTimeoutMs: settings.answerTimeoutMs ?? 600_000,
    idleTimeoutMs: settings.idleTimeoutMs ?? 300_000,
    maxAnswerBytes: settings.maxAnswerBytes ?? 64 * 1024 * 1024,
  }
}

function headerList(
  apiKey: string | null,
  contentType: string | null,
  accept: string,
  extra: Readonly<Record<string, string>> = {},
): string[] {
  const headers = new Map([
    ['accept', accept],
    // Bytes are passed through and scanned for usage, so they must not be compressed.
    ['accept-encoding', 'identity'],
    ['user-agent', 'portico'],
  ])
  if (contentType !== null) headers.set('content-type', contentType)
  if (apiKey !== null) headers.set('authorization', `Bearer ${apiKey}`)
  for (const [name, value] of Object.entries(extra)) headers.set(name.toLowerCase(), value)
  return [...headers].flat()
}

const CONNECTIONS_PER_ORIGIN = 4096

const pools = new Map<string, { pool: Pool; guard: Guard | undefined }>()

/**
 * The connections to one origin, shared by every provider and model behind it. Those from before its guard changed serve no more
 * requests: they may lead where none may be opened now.
 */
export function poolOf(origin: string): Pool {
  const guard = guardOf(origin)
  const known = pools.get(origin)
  if (known !== undefined && known.guard === guard) return known.pool
  void known?.pool.close()
  const pool = new Pool(origin, {
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    connect: connectorOf(origin),
  })
  pools.set(origin, { pool, guard })
  return pool
}

export type AnswerHead = { status: number; headers: IncomingHttpHeaders }

/** Receives an answer: its head, its bytes (never empty), then exactly one of `onEnd` and `onFail`. */
export interface AnswerReceiver {
  onHead(head: AnswerHead, call: UpstreamCall): void
  onBytes(bytes: Buffer): void
  onEnd(): void
  /** `error`: an UpstreamError, or the reason of the caller's abort. */
  onFail(error: unknown): void
}

/** The limit for any answer. */
const MOST_ANSWER_MILLIS = 3_600_000
/** The limit of comments and blanks between content: more than one a second during the longest wait. */
const MOST_IDLE_BYTES = 1024 * 1024

/** A request and its answer: combines undici's events, the caller's signal and the time limits, and ends exactly once. */
export class UpstreamCall implements Dispatcher.DispatchHandler {
  readonly #receiver: AnswerReceiver
  readonly #signal: AbortSignal
  #controller: Dispatcher.DispatchController | undefined
  readonly #idleMs: number
  #deadlineAt: number
  #timer: NodeJS.Timeout | undefined
  #hasHead = false
  #decoder: Transform | undefined
  #isPaused = false
  #isOver = false
  #progressAt = 0
  #idleBytes = 0
  readonly #latestEnd: number

  /** `idleMs`: between two calls of `recordProgress`, once the head is there. Stands still while we pause. */
  constructor(
    receiver: AnswerReceiver,
    { signal, deadlineMs }: Pick<Post, 'signal' | 'deadlineMs'>,
    idleMs: number,
  ) {
    this.#receiver = receiver
    this.#idleMs = idleMs
    this.#signal = signal
    signal.addEventListener('abort', this.#onSignal)
    const now = performance.now()
    this.#deadlineAt = now + deadlineMs
    this.#latestEnd = now + MOST_ANSWER_MILLIS
    this.#wait(Math.min(deadlineMs, idleMs))
  }

  /** The answer has begun: from now on, only the time between its chunks is limited. */
  clearDeadline(): void {
    this.#deadlineAt = Number.POSITIVE_INFINITY
  }

  /** Records that content arrived, not only keep-alive bytes (comments, blanks, empty lines). */
  recordProgress(): void {
    this.#progressAt = performance.now()
    this.#idleBytes = 0
    if (this.#progressAt > this.#latestEnd) this.fail(new UpstreamError('timeout'))
  }

  /** Counts keep-alive bytes, which are limited too. */
  countIdle(bytes: number): void {
    this.#idleBytes += bytes
    if (this.#idleBytes > MOST_IDLE_BYTES)
      this.fail(new UpstreamError('failed', { cause: 'only keep-alive bytes' }))
  }

  pause(): void {
    this.#isPaused = true
    this.#controller?.pause()
  }

  resume(): void {
    if (this.#isOver) return
    if (this.#isPaused) this.#progressAt = performance.now()
    this.#isPaused = false
    this.#controller?.resume()
  }

  /** Ends the call without telling the receiver. */
  abort(): void {
    if (this.#isOver) return
    this.#close()
    this.#decoder?.destroy()
    this.#controller?.abort(new Error('aborted'))
  }

  /** Ends the call and passes the error to the receiver. */
  fail(error: unknown): void {
    if (this.#isOver) return
    this.abort()
    this.#receiver.onFail(error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A call can be aborted while it waits for a connection. Throwing here removes it from the queue
    // and leaves the new connection to others; `controller.abort` would close it.
    if (this.#isOver) throw new Error('aborted')
    this.#controller = controller
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (this.#isOver || status < 200) return
    this.#decoder = decoderFor(headers['content-encoding'])
    this.#decoder
      ?.on('data', (bytes: Buffer) => this.#pass(bytes))
      .once('end', () => this.#end())
      .on('error', (cause) => this.fail(new UpstreamError('failed', { cause })))
    this.#progressAt = performance.now()
    this.#hasHead = true
    this.#receiver.onHead({ status, headers }, this)
  }

  onResponseData(_: Dispatcher.DispatchController, bytes: Buffer): void {
    // Pausing on an empty chunk makes undici's parser emit it again for ever.
    if (bytes.length === 0) return
    if (this.#decoder === undefined) this.#pass(bytes)
    else if (!this.#isOver) this.#decoder.write(bytes)
  }

  onResponseEnd(): void {
    if (this.#decoder === undefined) this.#end()
    else if (!this.#isOver) this.#decoder.end()
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error): void {
    if (this.#isOver) return
    this.#close()
    this.#decoder?.destroy()
    this.#receiver.onFail(this.#explain(cause))
  }

  #pass(bytes: Buffer): void {
    if (!this.#isOver) this.#receiver.onBytes(bytes)
  }

  #end(): void {
    if (this.#isOver) return
    this.#close()
    this.#receiver.onEnd()
  }

  /** One timer for all limits. Bytes that arrived while this process was busy are read before the check. */
  #wait(millis: number): void {
    this.#timer = setTimeout(() => setImmediate(this.#check), millis)
  }

  /** Until the head is there, only the deadline counts. While we pause, the silence is not the upstream's. */
  readonly #check = (): void => {
    if (this.#isOver) return
    const now = performance.now()
    const silentUntil =
      this.#hasHead && !this.#isPaused ? this.#progressAt + this.#idleMs : Number.POSITIVE_INFINITY
    if (Math.min(this.#deadlineAt, silentUntil) <= now) this.fail(new UpstreamError('timeout'))
    else this.#wait(Math.min(this.#deadlineAt - now, silentUntil - now, this.#idleMs))
  }

  readonly #onSignal = (): void => this.fail(this.#signal.reason)

  #close(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#signal.removeEventListener('abort', this.#onSignal)
  }

  #explain(cause: Error & { code?: unknown }): UpstreamError {
    if (cause.code === 'UND_ERR_INVALID_ARG') return new UpstreamError('failed', { cause })
    if (this.#controller === undefined) return new UpstreamError('unreachable', { cause })
    return new UpstreamError('failed', { cause })
  }
}

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** Proxies may compress answers although we request none. Undefined: not compressed. */
function decoderFor(encoding: string | undefined): Transform | undefined {
  return encoding === undefined ? undefined : decoders[encoding.trim().toLowerCase()]?.()
}

export type Post = {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  headers: string[]
  /** Pieces are sent one after the other. */
  body: string | Buffer | readonly Buffer[] | FormData | null
  signal: AbortSignal
  /** From now until the receiver clears it. */
  deadlineMs: number
}

/** Adds the trace header if the operator allows it for this provider. */
function withTrace(headers: string[]): string[] {
  const traceparent = currentScope()?.traceparent
  return traceparent === undefined ? headers : [...headers, 'traceparent', traceparent]
}

/** Up to this size it is cheaper to copy the pieces into one than to write them one by one. */
const JOINED_BYTES = 64 * 1024

/** Pieces in the form in which they are sent. */
function bodyOf({ headers, body }: Post): Required<Pick<Dispatcher.DispatchOptions, 'headers' | 'body'>> {
  if (!isPieces(body)) return { headers: withTrace(headers), body }
  const sizeBytes = body.reduce((sum, one) => sum + one.length, 0)
  if (sizeBytes <= JOINED_BYTES) return { headers: withTrace(headers), body: Buffer.concat(body, sizeBytes) }
  const sized = [...withTrace(headers), 'content-length', String(sizeBytes)]
  return { headers: sized, body: Readable.from(body, { objectMode: false }) }
}

function isPieces(body: Post['body']): body is readonly Buffer[] {
  return Array.isArray(body)
}

/** Sends a request, whose outcome goes to the receiver. Throws only if the signal has already aborted. */
export function send(endpoint: Endpoint, post: Post, receiver: AnswerReceiver): void {
  if (post.signal.aborted) throw post.signal.reason
  const { headers, body } = bodyOf(post)
  const call = new UpstreamCall(receiver, post, endpoint.idleTimeoutMs)
  poolOf(endpoint.origin).dispatch(
    {
      method: post.method ?? 'POST',
      path: post.path,
      headers,
      body,
      // The call has its own limits, which include the wait for a connection and ignore keep-alive bytes.
      headersTimeout: 0,
      bodyTimeout: 0,
    },
    call,
  )
}
