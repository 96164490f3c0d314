import { clock } from '@/lib/platform/clock'
import { OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import { type SafeAnswer, safeFetch } from '@/lib/platform/safe-fetch/safe-fetch'
import { traced } from '@/lib/platform/tracing'
import type { HeaderRecord } from './schema'
import { type Secrets, signText } from './signing-secrets'

export type PostedAttempt = {
  at: Date
  durationMillis: number
  statusCode: number | null
  error: string | null
  requestHeaders: HeaderRecord
  responseHeaders: HeaderRecord | null
  responseHead: string | null
  retryAfterSeconds: number | null
}

type Message = { id: string; url: string; body: string }

const TIMEOUT_MILLIS = 15_000
/** The answer of a receiver means nothing beyond its status; only its beginning is read. */
const MAX_ANSWER_BYTES = 1024 * 1024 * 1024
const MAX_HEADERS = 40
const MAX_HEADER_CHARACTERS = 500

/** Posts a message once. Every outcome is returned; only an abort by `signal` throws. */
export async function postAttempt(
  message: Message,
  secrets: Pick<Secrets, 'current' | 'former'>,
  signal: AbortSignal,
  timeoutMillis = TIMEOUT_MILLIS,
): Promise<PostedAttempt> {
  const at = clock.now()
  const startedMillis = performance.now()
  const requestHeaders = headersOf(message, secrets, at)
  const common = () => ({ at, requestHeaders, durationMillis: Math.round(performance.now() - startedMillis) })
  try {
    const attributes = {
      'server.address': URL.parse(message.url)?.hostname,
      'portico.webhook_id': message.id,
    }
    const answer = await traced('webhook', { kind: 'CLIENT', attributes }, () =>
      safeFetch(message.url, {
        method: 'POST',
        headers: requestHeaders,
        body: message.body,
        timeoutMillis,
        maxBytes: MAX_ANSWER_BYTES,
        signal,
      }),
    )
    const responseHead = await readHead(answer)
    return {
      ...common(),
      statusCode: answer.status,
      error: faultOf(answer.status),
      responseHeaders: boundHeaders(answer.headers),
      responseHead,
      retryAfterSeconds: readRetryAfter(answer.headers['retry-after'], clock.now()),
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const nothing = { statusCode: null, responseHeaders: null, responseHead: null, retryAfterSeconds: null }
    return { ...common(), ...nothing, error: error.message }
  }
}

function headersOf(
  { id, body }: Message,
  { current, former }: Pick<Secrets, 'current' | 'former'>,
  at: Date,
): HeaderRecord {
  const timestamp = Math.floor(at.getTime() / 1000)
  const keys = [current, ...former.map(({ secret }) => secret)]
  return {
    'content-type': 'application/json',
    'user-agent': 'Portico-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': keys.map((key) => signText(key, `${id}.${timestamp}.${body}`)).join(' '),
  }
}

function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `The receiver answered ${status}; redirects are not followed.`
  return `The receiver answered ${status}.`
}

function boundHeaders(headers: NodeJS.Dict<string | string[]>): HeaderRecord {
  const pairs = Object.entries(headers).slice(0, MAX_HEADERS)
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, [value ?? ''].flat().join(', ').slice(0, MAX_HEADER_CHARACTERS)]),
  )
}

const HEAD_BYTES = 4096

/** The first 4 KB of an answer's body as text; the rest is not read. Of a body that breaks off, what arrived is kept. */
async function readHead(answer: Pick<SafeAnswer, 'body'>): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of answer.body) {
      chunks.push(chunk)
      length += chunk.byteLength
      if (length >= HEAD_BYTES) break
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, HEAD_BYTES))
  return text.replaceAll('\0', '\uFFFD') // Postgres cannot store it
}

/** The header's seconds or date, as whole seconds from now; null when it cannot be parsed. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // Every form of an HTTP date names its day; Date.parse alone accepts too much.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}
