import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { JobRun } from '@/lib/platform/jobs/job'
import { OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import { type SafeAnswer, safeFetch } from '@/lib/platform/safe-fetch/safe-fetch'
import { traced } from '@/lib/platform/tracing'
import { type AttemptPayload, attemptJob } from './jobs'
import { type ClaimedDelivery, claimAttempt, isAttemptDue, recordAttempt, releaseAttempt } from './repository'
import type { DeliveryStatus, HeaderRecord } from './schema'
import { TEST_EVENT } from './send-callback'
import { openSecrets, type Secrets, signText } from './signing-secrets'

/** Longer than a POST can take, so that two workers never make the same attempt at once. */
const LEASE_SECONDS = 25

/**
 * Makes one attempt of a delivery, records it and queues the next one. May run twice: a recorded attempt is not repeated; one
 * that a killed process left unfinished is.
 */
export async function deliverAttempt({ payload, signal }: JobRun<AttemptPayload>): Promise<void> {
  const { deliveryId, number } = payload
  const delivery = await claimAttempt(deliveryId, number, LEASE_SECONDS)
  if (delivery === undefined) {
    if (await isAttemptDue(deliveryId, number)) throw new Error('another process is making this attempt')
    return
  }
  try {
    const secrets = await openSecrets(delivery.customer_id)
    await conclude(delivery, number, await postAttempt(delivery, secrets, signal))
  } catch (error) {
    await releaseAttempt(deliveryId, number).catch(() => undefined)
    throw error
  }
}

async function conclude(delivery: ClaimedDelivery, number: number, posted: PostedAttempt): Promise<void> {
  const { retryAfterSeconds, ...attempt } = posted
  const schedule = delivery.event === TEST_EVENT ? [] : env().CALLBACK_RETRY_SECONDS.split(',').map(Number)
  const answer = { statusCode: posted.statusCode, retryAfterSeconds }
  const { status, delaySeconds } = planNext(answer, number - 1 - delivery.attempts_before, schedule)
  const now = clock.now()
  const outcome = {
    status,
    nextAttemptAt: delaySeconds === null ? null : new Date(now.getTime() + delaySeconds * 1000),
    endedAt: delaySeconds === null ? now : null,
  }
  const { responseHeaders, ...columns } = attempt
  const row = {
    ...columns,
    ...(responseHeaders !== null && { responseHeaders }),
    deliveryId: delivery.id,
    number,
  }
  await recordAttempt(row, outcome, async (transaction) => {
    if (delaySeconds === null) return
    const next = { deliveryId: delivery.id, number: number + 1 }
    const options = { transaction, startAfterSeconds: delaySeconds, group: delivery.customer_id }
    await enqueue(attemptJob, next, options)
  })
}

type Answer = { statusCode: number | null; retryAfterSeconds: number | null }
type Plan = { status: DeliveryStatus; delaySeconds: number | null }

const JITTER = 0.2
const MAX_WAIT_SECONDS = 24 * 3600
const GONE = 410

/**
 * The next step after an attempt. `retriesMade` is 0 after the first; `schedule` has the seconds before each retry, with up to a
 * fifth added, so that deliveries that failed together are not retried together. A later `Retry-After` is honored.
 */
export function planNext(
  { statusCode, retryAfterSeconds }: Answer,
  retriesMade: number,
  schedule: readonly number[],
  random: () => number = Math.random,
): Plan {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300)
    return { status: 'delivered', delaySeconds: null }
  const wait = schedule[retriesMade]
  if (statusCode === GONE || wait === undefined) return { status: 'failed', delaySeconds: null }
  const requested = Math.min(retryAfterSeconds ?? 0, MAX_WAIT_SECONDS)
  return { status: 'pending', delaySeconds: Math.max(wait * (1 + JITTER * random()), requested) }
}

type PostedAttempt = {
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
/** Only the beginning of a response is read: nothing but its status matters. */
const MAX_ANSWER_BYTES = 1024 * 1024 * 1024
const MAX_HEADERS = 40
const MAX_HEADER_CHARACTERS = 500

/** Posts a message once. Returns every outcome; throws only when `signal` aborts. */
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
  if (status >= 300 && status < 400)
    return `The endpoint responded with ${status}. Redirects are not followed.`
  return `The endpoint responded with ${status}.`
}

function boundHeaders(headers: NodeJS.Dict<string | string[]>): HeaderRecord {
  const pairs = Object.entries(headers).slice(0, MAX_HEADERS)
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, [value ?? ''].flat().join(', ').slice(0, MAX_HEADER_CHARACTERS)]),
  )
}

const HEAD_BYTES = 4096

/** The first 4 KB of a response body as text, or what arrived before it broke off. */
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

/** The header's seconds or date as whole seconds from now; null if it cannot be parsed. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // Every HTTP date begins with a weekday; Date.parse alone accepts too much.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}
