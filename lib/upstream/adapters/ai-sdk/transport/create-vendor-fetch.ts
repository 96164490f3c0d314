import { OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import { safeFetch } from '@/lib/platform/safe-fetch/safe-fetch'
import { EventProgress, Exchange, hasWords } from '@/lib/upstream/adapters/openai-compatible/exchange'
import { poolOf } from '@/lib/upstream/adapters/openai-compatible/pool-of'
import { type Endpoint, resolveEndpoint } from '@/lib/upstream/adapters/openai-compatible/settings'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { SdkSettings } from '../sdk-settings'
import { FetchAnswer } from './fetch-answer'
import { readRefusal } from './read-refusal'

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i
const PICTURE_TYPE = /^(?:application\/(?:[\w.+-]+\+)?json|application\/octet-stream|image\/[\w.+-]+)\b/i
const EVENT_STREAM_TYPE = /^text\/event-stream\b/i
const MOST_STREAM_BYTES = 1024 * 1024 * 1024
const MOST_ANSWER_BYTES = 320 * 1024 * 1024
const MOST_FILE_BYTES = 64 * 1024 * 1024
const FILE_TIMEOUT_MILLIS = 120_000

/** What a good answer is: JSON, server-sent events, or JSON and the pictures that it names. */
type Kind = 'whole' | 'stream' | 'pictures'

const accepts: Record<Kind, string> = {
  whole: 'application/json',
  stream: 'text/event-stream',
  pictures: 'application/json, image/*',
}

const contentTypes: Record<Kind, RegExp> = {
  whole: JSON_TYPE,
  stream: EVENT_STREAM_TYPE,
  pictures: PICTURE_TYPE,
}

/**
 * The `fetch` that a vendor's package is given: our own connections, deadlines and limits, and faults as UpstreamError.
 * `onAccepted` is called with each good head. The vendor's own address alone is trusted; any other link comes out of an answer and is fetched as a stranger's.
 */
export function createVendorFetch(
  settings: SdkSettings,
  kind: Kind,
  onAccepted?: () => void,
): typeof globalThis.fetch {
  const endpoint = endpointOf(settings)
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const signal = init.signal ?? new AbortController().signal
    signal.throwIfAborted()
    if (url.origin !== endpoint.origin) return fetchStrange(url, signal)
    const response = await fetchOwn(url, { ...init, signal }, endpoint, kind)
    onAccepted?.()
    return response
  }
}

export function endpointOf({ sdk: _, webSearch: __, ...settings }: SdkSettings): Endpoint {
  return resolveEndpoint(settings)
}

type Call = RequestInit & { signal: AbortSignal }

function wordsInEvents(): (bytes: Buffer) => boolean {
  const progress = new EventProgress()
  return (bytes) => progress.hasWords(bytes)
}

function fetchOwn(url: URL, call: Call, endpoint: Endpoint, kind: Kind): Promise<Response> {
  const isStream = kind === 'stream'
  return new Promise((resolve, reject) => {
    const answer = new FetchAnswer(
      {
        contentType: contentTypes[kind],
        maxBytes: isStream ? MOST_STREAM_BYTES : MOST_ANSWER_BYTES,
        hasWords: isStream ? wordsInEvents() : hasWords,
        readRefusal: (head, refusal) => readRefusal(head, refusal, endpoint),
      },
      resolve,
      reject,
    )
    const deadlineMs = isStream ? endpoint.firstByteTimeoutMs : endpoint.answerTimeoutMs
    poolOf(endpoint.origin).dispatch(
      {
        method: call.method === 'POST' || call.method === 'PUT' ? call.method : 'GET',
        path: `${url.pathname}${url.search}`,
        headers: headerList(call, accepts[kind]),
        body: typeof call.body === 'string' ? call.body : null,
        // The exchange has its own deadlines: for the wait for a connection too, and for bytes that say nothing.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      new Exchange(answer, { signal: call.signal, deadlineMs, idleMs: endpoint.idleTimeoutMs }),
    )
  })
}

/** The package's own headers, without its signature: which software this is concerns nobody. */
function headerList(call: Call, accept: string): string[] {
  const headers = new Headers(call.headers)
  headers.set('accept', accept)
  // What is broken off must not have to be unpacked first.
  headers.set('accept-encoding', 'identity')
  headers.set('user-agent', 'portico')
  return [...headers].flat()
}

async function fetchStrange(url: URL, signal: AbortSignal): Promise<Response> {
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
