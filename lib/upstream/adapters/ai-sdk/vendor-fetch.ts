import { UnsupportedFunctionalityError } from '@ai-sdk/provider'
import { OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import { safeFetch } from '@/lib/platform/safe-fetch/safe-fetch'
import type { SignRequest } from '@/lib/upstream/access'
import { readError } from '@/lib/upstream/adapters/openai-compatible/read-error'
import {
  type AnswerHead,
  type Endpoint,
  type Post,
  resolveEndpoint,
} from '@/lib/upstream/adapters/openai-compatible/transport'
import type { SdkName } from '@/lib/upstream/contract/adapter'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { askBody, type BodyAnswer, EventProgress, hasWords } from '../openai-compatible/answers'
import { AWS_EVENT_STREAM, toServerEvents } from './aws-events'
import { type AnswerMender, mendStream, mendWhole, responseOf } from './mend-answer'

/** A vendor with its own API. */
export type SdkSettings = {
  sdk: SdkName
  /** With its whole prefix: `https://api.anthropic.com/v1`. */
  baseUrl: string
  apiKey: string | null
  /** Additional headers, which replace the package's of the same name. */
  headers?: Readonly<Record<string, string>>
  /** Proves who sends a request, for vendors that want more than a header with the key. */
  sign?: SignRequest
  /** Whether requests may search the web. */
  webSearch?: boolean
  /** From the call to the first byte of a stream. */
  firstByteTimeoutMs?: number
  /** From the call to the headers of a whole answer. */
  answerTimeoutMs?: number
  /** The longest silence inside an answer's body. */
  idleTimeoutMs?: number
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i
const PICTURE_TYPE = /^(?:application\/(?:[\w.+-]+\+)?json|application\/octet-stream|image\/[\w.+-]+)\b/i
const EVENT_STREAM_TYPE = /^(?:text\/event-stream|application\/vnd\.amazon\.eventstream)\b/i
const MOST_STREAM_BYTES = 1024 * 1024 * 1024
const MOST_ANSWER_BYTES = 320 * 1024 * 1024
const MOST_FILE_BYTES = 64 * 1024 * 1024
const FILE_TIMEOUT_MILLIS = 120_000

/** The expected answer: JSON, server-sent events, or JSON and the images that it links to. */
type Kind = 'whole' | 'stream' | 'pictures'

const accepts: Record<Kind, string> = {
  whole: 'application/json',
  stream: 'text/event-stream',
  pictures: 'application/json, image/*',
}

/** For answers with a mender, whose kind is detected by the body. */
const NO_PAGE = /^(?!text\/html)/i

const contentTypes: Record<Kind, RegExp> = {
  whole: JSON_TYPE,
  stream: EVENT_STREAM_TYPE,
  pictures: PICTURE_TYPE,
}

/**
 * The `fetch` for a vendor's package, with our connections, time limits and size limits, and with UpstreamErrors. `onAccepted`
 * is called for each accepted response, and `mender` creates its mender. Only the vendor's own origin is trusted; any other
 * link is from an answer and is fetched as untrusted.
 */
export function createVendorFetch(
  settings: SdkSettings,
  kind: Kind,
  onAccepted?: () => void,
  mender?: () => AnswerMender,
): typeof globalThis.fetch {
  const endpoint = endpointOf(settings)
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const signal = init.signal ?? new AbortController().signal
    signal.throwIfAborted()
    if (url.origin !== endpoint.origin) return fetchUntrusted(url, signal)
    const call = { ...(await prove(settings, url, init)), signal }
    const types = mender ? NO_PAGE : contentTypes[kind]
    const {
      head,
      mediaType,
      body: bytes,
    } = await fetchOwn(url, call, endpoint, { kind, types, sdk: settings.sdk })
    onAccepted?.()
    const body = mender && mediaType === AWS_EVENT_STREAM ? toServerEvents(bytes) : bytes
    const mend = kind === 'stream' ? mendStream : mendWhole
    if (mender)
      return mend(body, mender(), (text) => readRefusal({ status: 200, headers: {} }, text, endpoint))
    return responseOf(body, { status: head.status, headers: headersOf(head) })
  }
}

function endpointOf({ sdk: _, webSearch: __, sign: ___, ...settings }: SdkSettings): Endpoint {
  return resolveEndpoint(settings)
}

/** The request with what it is sent with: the key, the operator's headers, and a signature of exactly these bytes. */
async function prove({ sdk, apiKey, headers: given = {}, sign }: SdkSettings, url: URL, init: RequestInit) {
  const headers = new Headers(init.headers)
  const body = typeof init.body === 'string' ? wellFormed(init.body) : null
  if (sdk === 'bedrock' || sdk === 'vertex') {
    headers.delete('x-goog-api-key')
    headers.set('authorization', `Bearer ${apiKey}`)
  }
  const signed = await sign?.({ url: url.href, method: init.method ?? 'GET', body })
  for (const [name, value] of [...(signed ?? []), ...Object.entries(given)]) headers.set(name, value)
  return { ...init, headers, body }
}

type Call = RequestInit & { signal: AbortSignal }

function wordsInEvents(): (bytes: Buffer) => boolean {
  const progress = new EventProgress()
  return (bytes) => progress.hasWords(bytes)
}

function fetchOwn(
  url: URL,
  call: Call,
  endpoint: Endpoint,
  { kind, types, sdk }: { kind: Kind; types: RegExp; sdk: SdkName },
) {
  const isStream = kind === 'stream'
  const post: Post = {
    method: call.method === 'POST' || call.method === 'PUT' ? call.method : 'GET',
    path: `${url.pathname}${url.search}`,
    headers: headerList(call, isStream && sdk === 'bedrock' ? AWS_EVENT_STREAM : accepts[kind]),
    body: typeof call.body === 'string' ? call.body : null,
    signal: call.signal,
    deadlineMs: isStream ? endpoint.firstByteTimeoutMs : endpoint.answerTimeoutMs,
  }
  return askBody(endpoint, post, {
    types,
    mostStatus: 299,
    mostBytes: isStream ? MOST_STREAM_BYTES : MOST_ANSWER_BYTES,
    hasWords: isStream && sdk !== 'bedrock' ? wordsInEvents() : hasWords,
    readRefusal,
  })
}

/** JSON with lone surrogates replaced, which vendors refuse. */
function wellFormed(json: string): string {
  if (!json.includes('\\ud')) return json
  return json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\\ufffd')
}

/** The package's headers without its user agent, which vendors need not know. */
function headerList(call: Call, accept: string): string[] {
  const headers = new Headers(call.headers)
  headers.set('accept', accept)
  // An incomplete answer could not be decompressed.
  headers.set('accept-encoding', 'identity')
  headers.set('user-agent', 'portico')
  return [...headers].flat()
}

async function fetchUntrusted(url: URL, signal: AbortSignal): Promise<Response> {
  try {
    const limits = { timeoutMillis: FILE_TIMEOUT_MILLIS, maxBytes: MOST_FILE_BYTES, signal }
    const answer = await safeFetch(url.href, limits)
    if (answer.status === 200) return new Response(new Uint8Array(await answer.bytes()))
    answer.discard()
    throw new UpstreamError('failed', { status: answer.status })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new UpstreamError(error.fault === 'timeout' ? 'timeout' : 'failed', { cause: error })
  }
}

function headersOf({ headers }: BodyAnswer['head']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
  )
}

const DEEPEST = 8

/**
 * Any failure of the package as an UpstreamError. Failures of the connection and of the vendor already are, wrapped by the
 * package. The others are requests that it cannot translate, and answers that it cannot read.
 */
export function explainFailure(error: unknown): UpstreamError {
  let cause = error
  for (let depth = 0; depth < DEEPEST && cause instanceof Error; depth++) {
    if (cause instanceof UpstreamError) return cause
    if (UnsupportedFunctionalityError.isInstance(cause)) return unsupported(cause)
    cause = cause.cause
  }
  return new UpstreamError('failed', { cause: error })
}

function unsupported(error: UnsupportedFunctionalityError): UpstreamError {
  return new UpstreamError('unsupported', {
    param: 'messages',
    message: `This model does not support ${error.functionality}.`,
    cause: error,
  })
}

/** Google, Anthropic and Bedrock answer 400 for some faults of the operator, such as a wrong key or an unpaid account. */
const OURS =
  /API_KEY_INVALID|API key (?:not valid|expired)|credit balance is too low|User location is not supported|on-demand throughput isn|access to (?:the|this) model|model identifier is invalid/i

/** The error for a vendor's answer that is not the expected one. */
export function readRefusal(head: AnswerHead, body: Buffer | string, endpoint: Endpoint): UpstreamError {
  const error = readError(head, body, endpoint)
  const isOurs = error.fault === 'rejected' && OURS.test(body.toString().slice(0, 4000))
  return isOurs ? new UpstreamError('failed', { status: head.status }) : error
}
