import type { IncomingHttpHeaders } from 'node:http'
import { Agent, type Dispatcher } from 'undici'
import { createConnector } from './create-connector'
import { explainFailure } from './explain-failure'
import { OutboundError } from './outbound-error'
import type { AllowList } from './parse-allow-list'
import { parseOutboundUrl } from './parse-outbound-url'
import type { Resolve } from './resolve-public'

export type SafeRequest = {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** From the first look-up to the last byte. */
  timeoutMillis: number
  /** Bytes of the answer's body; a longer one is an OutboundError `too_large`. */
  maxBytes: number
  signal?: AbortSignal
}

export type SafeAnswer = {
  /** Any status; 3xx too, for redirects are never followed. */
  status: number
  headers: IncomingHttpHeaders
  /** As it arrives, as the host encoded it. Read it, break out of it, or `discard()`; reading may throw an OutboundError. */
  body: AsyncIterable<Uint8Array>
  /** The whole body. */
  bytes(): Promise<Buffer>
  /** Hangs up without reading on. */
  discard(): void
}

export type SafeFetch = (url: string, request: SafeRequest) => Promise<SafeAnswer>

const KEEP_ALIVE_MILLIS = 4000
const KEEP_ALIVE_MAX_MILLIS = 30_000

/** Requests to URLs that callers gave. Each call checks the URL, each new connection the addresses. */
export function createSafeFetch(allowed: AllowList, resolve: Resolve): SafeFetch {
  const agent = new Agent({
    connect: createConnector(allowed, resolve),
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MILLIS,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MILLIS,
  })
  return async (text, request) => {
    const url = parseOutboundUrl(text, allowed)
    const end = new Ending(request)
    try {
      const answer = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method ?? 'GET',
        headers: { 'accept-encoding': 'identity', ...request.headers },
        ...(request.body !== undefined && { body: request.body }),
        headersTimeout: request.timeoutMillis,
        bodyTimeout: request.timeoutMillis,
        signal: end.signal,
      })
      return toSafeAnswer(answer, request.maxBytes, end)
    } catch (error) {
      throw end.explain(error)
    }
  }
}

/** The two ways in which an exchange is ended from our side: it took too long, or its caller gave it up. */
class Ending {
  readonly signal: AbortSignal
  readonly #given: AbortSignal | undefined
  readonly #deadline: AbortSignal

  constructor({ signal, timeoutMillis }: SafeRequest) {
    this.#given = signal
    this.#deadline = AbortSignal.timeout(timeoutMillis)
    this.signal = signal ? AbortSignal.any([signal, this.#deadline]) : this.#deadline
  }

  explain(error: unknown): unknown {
    if (this.#given?.aborted) return this.#given.reason
    if (this.#deadline.aborted) return new OutboundError('timeout', 'The answer took too long.')
    return explainFailure(error)
  }
}

function toSafeAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
  end: Ending,
): SafeAnswer {
  const discard = () => {
    body.on('error', () => undefined).destroy()
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    discard()
    throw tooLarge()
  }
  const limited = limit(body, maxBytes, end)
  return {
    status: statusCode,
    headers,
    body: limited,
    async bytes() {
      const pieces: Uint8Array[] = []
      for await (const piece of limited) pieces.push(piece)
      return Buffer.concat(pieces)
    },
    discard,
  }
}

async function* limit(body: AsyncIterable<Uint8Array>, maxBytes: number, end: Ending) {
  let read = 0
  try {
    for await (const piece of body) {
      read += piece.byteLength
      if (read > maxBytes) throw tooLarge()
      yield piece
    }
  } catch (error) {
    throw end.explain(error)
  }
}

function tooLarge(): OutboundError {
  return new OutboundError('too_large', 'The answer is too large.')
}
