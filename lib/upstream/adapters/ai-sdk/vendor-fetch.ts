import { OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import { safeFetch } from '@/lib/platform/safe-fetch/safe-fetch'
import {
  type AnswerHead,
  type AnswerReceiver,
  type Endpoint,
  EventProgress,
  Exchange,
  hasWords,
  poolOf,
  resolveEndpoint,
  withTrace,
} from '@/lib/upstream/adapters/openai-compatible/exchange'
import { MAX_ERROR_BYTES } from '@/lib/upstream/adapters/openai-compatible/read-error'
import type { SdkName } from '@/lib/upstream/contract/adapter'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { readRefusal } from './explain-failure'
import { type AnswerMender, mendStream, mendWhole } from './mend-answer'

/** One vendor behind its own API. */
export type SdkSettings = {
  sdk: SdkName
  /** With its whole prefix: `https://api.anthropic.com/v1`. */
  baseUrl: string
  apiKey: string | null
  /** Sent besides, and in place of the package's where the names meet. */
  headers?: Readonly<Record<string, string>>
  /** Whether the operator lets a request search the web. */
  webSearch?: boolean
  /** From the call to the first byte of a stream. */
  firstByteTimeoutMs?: number
  /** From the call to the head of a whole answer. */
  answerTimeoutMs?: number
  /** The longest silence inside an answer's body. */
  idleTimeoutMs?: number
}

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

/** Of an answer that is mended, whose body tells what it is. */
const NO_PAGE = /^(?!text\/html)/i

const contentTypes: Record<Kind, RegExp> = {
  whole: JSON_TYPE,
  stream: EVENT_STREAM_TYPE,
  pictures: PICTURE_TYPE,
}

/**
 * The `fetch` that a vendor's package is given: our own connections, deadlines and limits, and faults as UpstreamError.
 * `onAccepted` is called with each good head, and `mender` makes what reads it. The vendor's own address alone is trusted; any other link stems from an answer and is fetched as untrusted.
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
    if (url.origin !== endpoint.origin) return fetchStrange(url, signal)
    const headers = new Headers(init.headers)
    for (const [name, value] of Object.entries(settings.headers ?? {})) headers.set(name, value)
    const call = { ...init, headers, signal }
    const response = await fetchOwn(url, call, endpoint, {
      kind,
      contentType: mender ? NO_PAGE : contentTypes[kind],
    })
    onAccepted?.()
    if (mender === undefined) return response
    const mend = kind === 'stream' ? mendStream : mendWhole
    return mend(response, mender(), (body) => readRefusal({ status: 200, headers: {} }, body, endpoint))
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

type Good = { kind: Kind; contentType: RegExp }

function fetchOwn(url: URL, call: Call, endpoint: Endpoint, { kind, contentType }: Good): Promise<Response> {
  const isStream = kind === 'stream'
  return new Promise((resolve, reject) => {
    const answer = new FetchAnswer(
      {
        contentType,
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
        headers: withTrace(headerList(call, accepts[kind])),
        body: typeof call.body === 'string' ? wellFormed(call.body) : null,
        // The exchange has its own deadlines: for the wait for a connection too, and for bytes that say nothing.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      new Exchange(answer, { signal: call.signal, deadlineMs, idleMs: endpoint.idleTimeoutMs }),
    )
  })
}

/** JSON with the halves of characters replaced that were cut from their pair: vendors refuse them. */
function wellFormed(json: string): string {
  if (!json.includes('\\ud')) return json
  return json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\\ufffd')
}

/** The package's own headers, without its signature: vendors need not know which software this is. */
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

/** Bytes that may wait for a reader before the upstream is asked to pause. */
const WAITING_BYTES = 64 * 1024

type Expected = {
  /** Of a good answer. */
  contentType: RegExp
  maxBytes: number
  /** Whether bytes are an answer, and not only what keeps a connection open. */
  hasWords: (bytes: Buffer) => boolean
  readRefusal: (head: AnswerHead, body: Buffer) => UpstreamError
}

/** One answer as the `Response` that a vendor's package reads. Any other answer than the requested one rejects with UpstreamError. */
class FetchAnswer implements AnswerReceiver {
  #head: AnswerHead = { status: 0, headers: {} }
  #exchange: Exchange | undefined
  #body: ReadableStreamDefaultController<Uint8Array> | undefined
  #refusal: Buffer[] = []
  #sizeBytes = 0

  constructor(
    private readonly expected: Expected,
    private readonly resolve: (response: Response) => void,
    private readonly reject: (error: unknown) => void,
  ) {}

  onHead(head: AnswerHead, exchange: Exchange): void {
    this.#head = head
    this.#exchange = exchange
    if (!this.#isExpected()) return
    this.resolve(new Response(this.#open(exchange), { status: head.status, headers: headersOf(head) }))
  }

  onBytes(bytes: Buffer): void {
    this.#sizeBytes += bytes.length
    if (this.#body === undefined) this.#collectRefusal(bytes)
    else if (this.#sizeBytes > this.expected.maxBytes)
      this.#exchange?.fail(new UpstreamError('failed', { status: this.#head.status }))
    else this.#deliver(this.#body, bytes)
  }

  onEnd(): void {
    if (this.#body === undefined) this.reject(this.#readRefusal())
    else this.#body.close()
  }

  onFail(error: unknown): void {
    if (this.#body === undefined) this.reject(error)
    else this.#body.error(error)
  }

  #open(exchange: Exchange): ReadableStream<Uint8Array> {
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => {
        this.#body = controller
      },
      pull: () => exchange.resume(),
      cancel: () => exchange.abort(),
    }
    return new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: WAITING_BYTES }))
  }

  #deliver(body: ReadableStreamDefaultController<Uint8Array>, bytes: Buffer): void {
    body.enqueue(bytes)
    if ((body.desiredSize ?? 0) <= 0) this.#exchange?.pause()
    if (this.expected.hasWords(bytes)) {
      this.#exchange?.clearDeadline()
      this.#exchange?.noteProgress()
    } else this.#exchange?.noteIdling(bytes.length)
  }

  #collectRefusal(bytes: Buffer): void {
    this.#refusal.push(bytes)
    if (this.#sizeBytes > MAX_ERROR_BYTES) this.#exchange?.fail(this.#readRefusal())
  }

  #readRefusal(): UpstreamError {
    return this.expected.readRefusal(this.#head, Buffer.concat(this.#refusal))
  }

  #isExpected(): boolean {
    const { status, headers } = this.#head
    const type = headers['content-type']
    const isGood = status >= 200 && status < 300
    return isGood && this.expected.contentType.test(type ?? '')
  }
}

function headersOf({ headers }: AnswerHead): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
  )
}
