import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddress } from '@/lib/platform/client-address'
import { env } from '@/lib/platform/env'
import { AppError, type ErrorCode } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import type { StreamBody } from '@/lib/platform/stream'
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
  /** Called once the response has ended or will not be sent. */
  onEnd?: () => void
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
  onEnd?: () => void
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
    this.onEnd?.()
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
