import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance as processor } from 'node:perf_hooks'
import { clientAddress } from '@/lib/platform/client-address'
import { env } from '@/lib/platform/env'
import { AppError, type ErrorCode } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { beforeAnswers, type Sink, type StreamBody } from '@/lib/platform/stream'
import { BodyIntake, type BodyTerms } from './body-intake'

/**
 * A request as plain values, the same behind both doors (web and node). So every rule is written and tested once, and the
 * hot path creates no `Request`, `Headers` or web stream.
 */
export type Exchange = {
  id: string
  method: string
  /** Without query. */
  path: string
  query: URLSearchParams
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>
  /** The client's address (`peerOf`). */
  peer: string
  /**
   * Reads the whole body, once. Throws `payload_too_large`, `request_timeout`, `client_closed_request`, and `too_many_bytes`
   * or `overloaded` if there is no memory for it.
   */
  readBody(terms: BodyTerms): Promise<Buffer>
  /** Releases the body's memory before the response has ended. */
  releaseBody(): void
  /** Reserves memory for other data of this request until its response has ended. Throws as `readBody` does. */
  takeRoom(bytes: number): Promise<void>
  /** The body as it arrives, once, with backpressure. Throws `client_closed_request` when the client hangs up. */
  readStream(): AsyncIterable<Uint8Array>
  /** Aborts when the client hung up before the response was complete. */
  signal: AbortSignal
  /** Headers that are added to the response unless it is an error. */
  answerHeaders: Record<string, string>
}

export type Reply = {
  status: number
  /** Of an error response. */
  code?: ErrorCode
  headers: Record<string, string>
  /** `Set-Cookie` lines. */
  cookies?: readonly string[]
  body: string | Buffer | StreamBody | null
}

export function isStreamBody(body: Reply['body']): body is StreamBody {
  return body !== null && typeof body === 'object' && 'start' in body
}

let hasWarned = false

/** The client's address, by the socket and the proxies in TRUST_PROXY. Warns once about a proxy that is not listed there. */
export function peerOf(socketAddress: string | undefined, forwardedFor: string | undefined): string {
  const { TRUST_PROXY } = env()
  const peer = clientAddress(socketAddress, forwardedFor, TRUST_PROXY)
  // Next passes the socket's address in that header.
  if (TRUST_PROXY === '' && !hasWarned && forwardedFor !== undefined && forwardedFor !== socketAddress) {
    hasWarned = true
    logger.warn(
      { from: peer },
      'X-Forwarded-For is ignored: if your proxy sends it, add the proxy to TRUST_PROXY',
    )
  }
  return peer
}

/** A request of Node's server. Rarely used values are computed on demand. */
export class NodeExchange implements Exchange {
  readonly id = newId('req')
  readonly method: string
  readonly headers: Exchange['headers']
  readonly answerHeaders = {}
  readonly #request: IncomingMessage
  readonly #query: string
  readonly #hangUp = new AbortController()
  #body: BodyIntake | undefined

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    readonly path: string,
    query: string,
  ) {
    this.#request = request
    this.#query = query
    this.method = request.method ?? 'GET'
    this.headers = request.headers as Exchange['headers']
    response.on('close', () => this.closed(response))
  }

  /** The response has ended, or will not be sent. */
  protected closed(response: ServerResponse): void {
    this.releaseBody()
    if (!response.writableFinished) this.abort()
  }

  get signal(): AbortSignal {
    return this.#hangUp.signal
  }

  /** Nobody reads the response any more. */
  abort(): void {
    this.#hangUp.abort()
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.#query)
  }

  get peer(): string {
    const forwardedFor = this.#request.headers['x-forwarded-for']?.toString()
    return peerOf(this.#request.socket.remoteAddress, forwardedFor)
  }

  // Fields, not methods, so that a route may destructure them.
  readonly readBody = (terms: BodyTerms): Promise<Buffer> => {
    const { 'content-length': announced } = this.headers
    this.#body = new BodyIntake(terms, announced === undefined ? undefined : Number(announced))
    return readBody(this.#request, this.#body)
  }
  readonly releaseBody = (): void => this.#body?.release()
  readonly takeRoom = async (bytes: number): Promise<void> => {
    await this.#body?.hold(bytes)
    if (this.signal.aborted) this.releaseBody()
  }
  readonly readStream = (): AsyncGenerator<Uint8Array> => readStream(this.#request)
}

function readBody(request: IncomingMessage, body: BodyIntake): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      try {
        const room = body.add(chunk)
        if (room === undefined) return
        request.pause()
        room.then(() => void request.resume(), fail)
      } catch (error) {
        fail(error)
      }
    }
    const fail = (error: unknown) => {
      request.off('data', take) // the rest is discarded
      body.release()
      reject(error)
    }
    // The client hung up while its key was looked up: no event would report that any more.
    if (request.destroyed) throw new AppError('client_closed_request')
    body.begin(fail)
    request.on('data', take)
    request.on('end', () => resolve(body.end()))
    // Also when the client hangs up before the body is complete.
    request.on('error', (cause) => fail(new AppError('client_closed_request', { cause })))
  })
}

/** A client that sends nothing for this long counts as disconnected. */
const UPLOAD_IDLE_MILLIS = 60_000

async function* readStream(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  const giveUp = () => void request.destroy(new Error('the client stopped sending'))
  request.setTimeout(UPLOAD_IDLE_MILLIS, giveUp)
  try {
    // A route that refuses the rest of the body must still be able to respond on this connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk
  } catch (cause) {
    throw new AppError('client_closed_request', { cause })
  } finally {
    request.setTimeout(0)
    request.off('timeout', giveUp)
  }
}

/** As much as a socket buffers before it signals backpressure. */
const MOST_BYTES = 16 * 1024

/**
 * A client's connection that is written to less often while the process is busy: chunks that arrive during the pause after
 * a write go out together at its end. The first and the last chunk go out at once.
 */
export class PacedSink implements Sink {
  readonly #response: ServerResponse
  readonly #pause: (now: number) => number
  readonly #giveUp: (error: unknown) => void
  readonly #isGo: boolean
  readonly #pieces: Buffer[] = []
  #sizeBytes = 0
  #writtenAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  /**
   * `pause` returns how many milliseconds to wait after a write before the next, by the monotonic clock. `giveUp` ends
   * the response when a callback throws, which would otherwise end the process. `isGo`: the client is OpenAI's SDK for Go,
   * older versions of which read the blank line after a comment as an event. Other readers need that line.
   */
  constructor(
    response: ServerResponse,
    pause: (now: number) => number,
    giveUp: (error: unknown) => void,
    isGo = false,
  ) {
    this.#isGo = isGo
    this.#response = response
    this.#pause = pause
    this.#giveUp = giveUp
    response.on('close', () => clearTimeout(this.#timer))
  }

  write(given: Buffer | string): boolean {
    beforeAnswers.run()
    const isComment = this.#isGo && typeof given === 'string' && given.startsWith(':')
    const part = isComment ? given.replace('\n\n', '\n') : given
    const now = performance.now()
    if (this.#timer === undefined) {
      const restMillis = this.#writtenAt + this.#pause(now) - now
      if (restMillis <= 0) {
        this.#writtenAt = now
        return this.#response.write(part)
      }
      this.#timer = setTimeout(() => this.#guard(() => void this.#flush()), restMillis)
    }
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    this.#pieces.push(bytes)
    this.#sizeBytes += bytes.length
    return this.#sizeBytes < MOST_BYTES ? !this.#response.writableNeedDrain : this.#flush()
  }

  onDrain(callback: () => void): void {
    this.#response.on('drain', () => this.#guard(callback))
  }

  end(): void {
    beforeAnswers.run()
    this.#response.end(this.#take())
  }

  destroy(): void {
    this.#response.destroy()
  }

  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#giveUp(error)
    }
  }

  #flush(): boolean {
    beforeAnswers.run()
    this.#writtenAt = performance.now()
    const taken = this.#take()
    return taken === undefined || this.#response.write(taken)
  }

  #take(): Buffer | undefined {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const [first] = this.#pieces
    const taken = this.#pieces.length > 1 ? Buffer.concat(this.#pieces, this.#sizeBytes) : first
    this.#pieces.length = 0
    this.#sizeBytes = 0
    return taken
  }
}

const MEASURED_MILLIS = 100
/** The share of busy time above which writes are paced. */
const BUSY_FROM = 0.4
const LONGEST_MILLIS = 100

let before = processor.eventLoopUtilization()
let measuredAt = Number.NEGATIVE_INFINITY
let pauseMillis = 0

/**
 * How long a stream pauses between two writes, in milliseconds: 0 while this process is not busy, and up to 100 the busier
 * it is. Writing to a socket is most of the cost of a chunk.
 */
export function writePause(now: number): number {
  if (now - measuredAt < MEASURED_MILLIS) return pauseMillis
  const current = processor.eventLoopUtilization()
  const { utilization } = processor.eventLoopUtilization(current, before)
  before = current
  measuredAt = now
  pauseMillis = Math.round(Math.max(0, ((utilization - BUSY_FROM) / (1 - BUSY_FROM)) * LONGEST_MILLIS))
  return pauseMillis
}
