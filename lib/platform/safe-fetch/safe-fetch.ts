import type { IncomingHttpHeaders } from 'node:http'
import { isIPv6, type LookupFunction } from 'node:net'
import pRetry from 'p-retry'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { env } from '../env'
import {
  type AllowList,
  isNodeError,
  isOwnNetworkAddress,
  isPublicAddress,
  notOwnNetwork,
  OutboundError,
  type OutboundFault,
  parseAllowList,
  parseOutboundUrl,
  type Resolve,
  refuse,
  resolveByNameServers,
  resolveOwnNetwork,
  resolvePublic,
  toLiteralAddress,
} from './outbound-url'

/**
 * The only way to fetch a URL from a caller: https, public addresses checked at every connect, no redirects, no credentials,
 * limits on time and size. `OUTBOUND_ALLOW` allows hosts in private networks and tests. Throws an OutboundError if there is
 * no response, or the reason of the caller's signal.
 */
export const safeFetch: SafeFetch = (url, request) => {
  fetchSafely ??= createSafeFetch(parseAllowList(env().OUTBOUND_ALLOW), resolveByNameServers)
  return fetchSafely(url, request)
}

let fetchSafely: SafeFetch | undefined

export type SafeRequest = {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** From the first look-up to the last byte. */
  timeoutMillis: number
  /** The maximum size of the response's body; a larger one is an OutboundError `too_large`. */
  maxBytes: number
  signal?: AbortSignal
}

export type SafeAnswer = {
  /** Any status, also 3xx, because redirects are not followed. */
  status: number
  headers: IncomingHttpHeaders
  /** The body as it arrives. Read it, break out of it, or `discard()`. Reading may throw an OutboundError. */
  body: AsyncIterable<Uint8Array>
  /** The whole body. */
  bytes(): Promise<Buffer>
  /** Closes the connection without reading on. */
  discard(): void
}

type SafeFetch = (url: string, request: SafeRequest) => Promise<SafeAnswer>

const KEEP_ALIVE_MILLIS = 4000
const KEEP_ALIVE_MAX_MILLIS = 30_000

/** Requests to URLs from callers. Each call checks the URL, each new connection the addresses. */
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

/** Ends a request if it takes too long or its caller aborts it, and tells which. */
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
    if (this.#deadline.aborted) return new OutboundError('timeout', 'The response took too long.')
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
      const chunks: Uint8Array[] = []
      for await (const chunk of limited) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
    discard,
  }
}

async function* limit(body: AsyncIterable<Uint8Array>, maxBytes: number, end: Ending) {
  let read = 0
  try {
    for await (const chunk of body) {
      read += chunk.byteLength
      if (read > maxBytes) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    throw end.explain(error)
  }
}

function tooLarge(): OutboundError {
  return new OutboundError('too_large', 'The response is too large.')
}

const CONNECT_TIMEOUT_MILLIS = 10_000

/**
 * Opens the sockets. Every connect checks the very addresses that it connects to, so that a name that resolves differently
 * the second time (DNS rebinding) gains nothing.
 */
export function createConnector(allowed: AllowList, resolve: Resolve): buildConnector.connector {
  const guarded = createGuard(
    (name) => resolvePublic(name, resolve),
    isPublicAddress,
    () => refuse('must resolve to public addresses only'),
  )
  return (target, callback) =>
    allowed.has(target) ? connectFreely(target, callback) : guarded(target, callback)
}

// One call per connection: a stalled or aborted stream must not block others in the same HTTP/2 session.
const socket = { timeout: CONNECT_TIMEOUT_MILLIS, allowH2: false }

/** To a host that the installation's files and variables name. */
export const connectFreely: buildConnector.connector = buildConnector(socket)

/** To a host that an operator opened, whose addresses are checked at every connect as well. */
export const connectToOwnNetwork: buildConnector.connector = createGuard(
  resolveOwnNetwork,
  isOwnNetworkAddress,
  notOwnNetwork,
)

function createGuard(
  resolve: Resolve,
  isAllowed: (address: string) => boolean,
  refusal: () => OutboundError,
): buildConnector.connector {
  const guarded = buildConnector({ ...socket, lookup: checkedLookup(resolve) })
  return (target, callback) => {
    const address = toLiteralAddress(target.hostname)
    if (address !== undefined && !isAllowed(address)) return callback(refusal(), null)
    return guarded(target, callback)
  }
}

/** `resolve` throws for addresses that are not allowed. */
function checkedLookup(resolve: Resolve): LookupFunction {
  return (name, { all }, callback) => {
    resolve(name).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
        if (all) callback(null, found)
        else callback(null, found[0]?.address ?? '', found[0]?.family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}

const known: Readonly<Record<string, readonly [OutboundFault, string]>> = {
  ECONNREFUSED: ['unreachable', 'The connection was refused.'],
  EHOSTUNREACH: ['unreachable', 'The host cannot be reached.'],
  ENETUNREACH: ['unreachable', 'The host cannot be reached.'],
  ENOTFOUND: ['unresolvable', 'The host has no address.'],
  ECONNRESET: ['broken', 'The connection was closed before the response was complete.'],
  EPIPE: ['broken', 'The connection was closed before the response was complete.'],
  UND_ERR_SOCKET: ['broken', 'The connection was closed before the response was complete.'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', 'The connection took too long to open.'],
  ETIMEDOUT: ['timeout', 'The connection took too long to open.'],
  UND_ERR_HEADERS_TIMEOUT: ['timeout', 'The response took too long.'],
  UND_ERR_BODY_TIMEOUT: ['timeout', 'The response took too long.'],
  UND_ERR_HEADERS_OVERFLOW: ['too_large', 'The headers of the response are too large.'],
  UND_ERR_RESPONSE_EXCEEDED_SIZE: ['too_large', 'The response is too large.'],
}

/** Any failure of a request, with a message for the customer who sent the URL. */
export function explainFailure(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  // All of several addresses failed: the first error is as good as any.
  if (error instanceof AggregateError && error.errors.length > 0) return explainFailure(error.errors[0])
  const code = isNodeError(error) ? error.code : ''
  const [fault, message] = known[code] ?? ['broken', describeCode(code)]
  return new OutboundError(fault, message, { cause: error })
}

function describeCode(code: string): string {
  if (code.startsWith('HPE_')) return 'The response is not valid HTTP.'
  const isTls = /CERT|TLS|SSL|ALTNAME|SIGNATURE/.test(code)
  return isTls ? `The TLS connection is not trusted: ${code}.` : 'The request failed.'
}

/** Three retries after 1, 3 and 9 seconds, within half a minute. */
const RETRIES = { retries: 3, minTimeout: 1000, factor: 3, maxRetryTime: 30_000 } as const

/** Too early, too often, or a failure of the host. */
const isTemporaryStatus = (status: number) => [408, 425, 429].includes(status) || status >= 500
const temporaryFaults: readonly OutboundFault[] = ['unready', 'unreachable', 'timeout', 'broken']

type Link = { url: string; request: SafeRequest & { signal: AbortSignal } }

/**
 * Downloads from a caller's link. `read` reads the response, a 200, and is called again if the download breaks off: a short
 * failure of the host must not cost a video or an asset. Throws OutboundError, or the signal's own reason.
 */
export function download<T>({ url, request }: Link, read: (answer: SafeAnswer) => Promise<T>): Promise<T> {
  const attempt = async () => {
    const answer = await fetchWhereMoved(url, request)
    if (answer.status === 200) return read(answer)
    answer.discard()
    const fault = isTemporaryStatus(answer.status) ? 'unready' : 'absent'
    throw new OutboundError(fault, `The link returned status ${answer.status}.`)
  }
  const shouldRetry = ({ error }: { error: Error }) =>
    error instanceof OutboundError && temporaryFaults.includes(error.fault)
  return pRetry(attempt, { ...RETRIES, signal: request.signal, shouldRetry })
}

const MOST_REDIRECTS = 3

/**
 * Fetches a link and follows a few redirects, each checked like the first. Headers are only sent to the link's own origin. A
 * redirect to nowhere, or one too many, is returned as it is.
 */
export async function fetchWhereMoved(
  link: string,
  { headers, ...request }: Omit<SafeRequest, 'method' | 'body'>,
): Promise<SafeAnswer> {
  const { origin } = new URL(link)
  let at = link
  for (let hop = 0; ; hop += 1) {
    const isHome = new URL(at).origin === origin
    const answer = await safeFetch(at, { ...request, ...(headers && isHome && { headers }) })
    const next = answer.status >= 300 && answer.status < 400 ? answer.headers.location : undefined
    const target = next === undefined ? null : URL.parse(next, at)
    if (target === null || hop === MOST_REDIRECTS) return answer
    answer.discard()
    at = target.href
  }
}
