import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { toAppError } from '@/lib/platform/database-connection'
import { AppError } from '@/lib/platform/errors'
import type { StreamBody } from '@/lib/platform/stream'
import { ReplyValue } from './contract'
import { errorReply } from './error-response'
import type { Exchange, Reply } from './exchange'
import { answerOnce } from './idempotency'

/** JSON, or a stream of server-sent events. Without an explicit content type, a string is the former and a stream the latter. */
export function jsonOrEvents(body: string | StreamBody, isJson = typeof body === 'string'): ReplyValue {
  const kind = isJson ? 'application/json' : 'text/event-stream'
  return typedReply({ mimeType: `${kind}; charset=utf-8`, body })
}

/** Text as it is, or a stream that no proxy should buffer. */
export function typedReply({ mimeType, body }: { mimeType: string; body: string | StreamBody }): ReplyValue {
  const streamed = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }
  const headers = { 'content-type': mimeType, ...(typeof body !== 'string' && streamed) }
  return new ReplyValue({ status: 200, headers, body })
}

type Polled<Value> = { value: Value; retryAfterSeconds: number | null } | StreamBody

/** A task's state, with `Retry-After` while polling makes sense; or its result, as JSON that is sent while it is read. */
export function polled<Value>(answer: Polled<Value>): ReplyValue {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }
  if ('start' in answer) return new ReplyValue({ status: 200, headers, body: answer })
  if (answer.retryAfterSeconds !== null) headers['retry-after'] = String(answer.retryAfterSeconds)
  return new ReplyValue({ status: 200, headers, body: JSON.stringify(answer.value) })
}

type Written = { body: string; etag: string }

/** A task that one request creates and waits for. */
type Awaited = {
  make(idempotencyKey: string | undefined): Promise<{ id: string }>
  /** Its result, in JSON or events; undefined: still running when the time is over. */
  deliver(id: string, waitMillis: number): Promise<string | StreamBody | undefined>
  isStream: boolean
  waitMillis: number
}

const TASK = 'x-portico-task'
/** All that says it where the version before this one has made the task. */
const Made = z.object({ id: z.string() })

/** A stream starts after this delay, so that an earlier failure is an ordinary error. */
const BEGUN_WITHIN_MILLIS = 5000
const KEEP_ALIVE_MILLIS = 15_000

/**
 * Creates a task, once for an Idempotency-Key, and answers with its result. Only the creation is remembered, for the
 * result may be long and take long: a retry is answered by the same task. Its id is in `x-portico-task`, and of an error
 * in `metadata.task_id` as well. Throws `task_still_running` for one that is not done in time.
 */
export async function answerFromTask(
  { caller, body, exchange }: { caller: Caller; body: unknown; exchange: Exchange },
  { make, deliver, isStream, waitMillis }: Awaited,
): Promise<ReplyValue> {
  const making = await answerOnce(exchange, caller, { value: body, holdsSecret: false }, async () => {
    const task = await make(exchange.headers['idempotency-key'])
    return { status: 200, headers: { [TASK]: task.id }, body: JSON.stringify(task) }
  })
  exchange.releaseBody()
  const id = making.headers[TASK] ?? Made.parse(JSON.parse(String(making.body))).id
  const giveUpAt = performance.now() + waitMillis
  const answer = async () => {
    const answered = await deliver(id, giveUpAt - performance.now())
    if (answered === undefined) throw new AppError('task_still_running')
    return answered
  }
  try {
    const first = isStream ? await deliver(id, Math.min(BEGUN_WITHIN_MILLIS, waitMillis)) : await answer()
    const eventOf = (error: unknown) =>
      `event: error\ndata: ${errorReply(namingTask(error, id), exchange).body}\n\n`
    const { reply } = jsonOrEvents(first ?? eventually(answer, eventOf), !isStream)
    const headers = { ...reply.headers, ...making.headers, [TASK]: id }
    return new ReplyValue({ ...reply, headers })
  } catch (error) {
    throw namingTask(error, id)
  }
}

function namingTask(error: unknown, taskId: string): AppError {
  const known = toAppError(error)
  const { code, message, param, wireCode, retryAfterSeconds, cause } = known
  const metadata = { ...known.metadata, task_id: taskId }
  return new AppError(code, { message, param, wireCode, retryAfterSeconds, cause, metadata })
}

/** The events of a task still running: until they start, a comment every 15 seconds keeps the connection open. */
function eventually(
  answer: () => Promise<string | StreamBody>,
  eventOf: (error: unknown) => string,
): StreamBody {
  return {
    start(sink) {
      const end = (text: string) => {
        sink.write(text)
        sink.end()
      }
      const ping = () => void sink.write(': keep-alive\n\n')
      const pings = setInterval(ping, KEEP_ALIVE_MILLIS)
      ping()
      answer()
        .finally(() => clearInterval(pings))
        .then((body) => (typeof body === 'string' ? end(body) : body.start(sink)))
        .catch((error: unknown) => end(eventOf(error)))
        .catch(() => sink.destroy())
    },
  }
}

/** A value that is served repeatedly is serialized once. */
const written = new WeakMap<object, Written>()

/** A response that is the same for everybody; an empty 304 for a client that has it. */
export function sharedReply(
  value: object,
  toBody: () => string,
  exchange: Exchange,
  { sharedForSeconds, variesByReader }: { sharedForSeconds: number; variesByReader: boolean },
): Reply {
  const { body, etag } = written.get(value) ?? write(value, toBody())
  const headers: Record<string, string> = {
    etag,
    'cache-control': `public, max-age=${sharedForSeconds}, stale-while-revalidate=${sharedForSeconds}`,
    ...(variesByReader && { vary: READER_HEADERS }),
  }
  if (matchesEtag(exchange.headers['if-none-match'], etag)) return { status: 304, headers, body: null }
  headers['content-type'] = 'application/json; charset=utf-8'
  return { status: 200, headers, body }
}

function write(value: object, body: string): Written {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const made = { body, etag }
  written.set(value, made)
  return made
}

/** Whether `If-None-Match` matches the current version: the client has it already. */
export function matchesEtag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  if (condition.trim() === '*') return true
  return condition.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** What caches vary on to tell clients apart. */
const READER_HEADERS = 'sec-fetch-dest, accept'

/** How the Accept header of every browser begins when it opens a page; no API client accepts XHTML. */
const PAGE_TYPES = 'text/html,application/xhtml+xml'

/**
 * A person typed the address or followed a link to it; clients, and pages that fetch, get JSON. Over plain http, browsers
 * send `Sec-Fetch-Dest` only to this machine.
 */
export function isOpenedInBrowser({ headers }: Exchange): boolean {
  const destination = headers['sec-fetch-dest']
  if (destination !== undefined) return destination === 'document'
  return headers.accept?.startsWith(PAGE_TYPES) ?? false
}

/** `/explore/providers/[id]` with the address's own parameters and query. */
export function sendToPage(page: string, params: unknown, { query }: Exchange): Reply {
  const path = page.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(paramOf(params, name)))
  const location = query.size === 0 ? path : `${path}?${query}`
  return {
    status: 307,
    headers: { location, 'cache-control': 'no-store', vary: READER_HEADERS },
    body: null,
  }
}

function paramOf(params: unknown, name: string): string {
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined
  return typeof value === 'string' ? value : ''
}

/** Redirects a browser to a page of ours, with cookies where given. The original address is not sent as referrer. */
export function seeOther(to: string | { path: string; cookies: string[] }): ReplyValue {
  const { path, cookies } = typeof to === 'string' ? { path: to, cookies: [] } : to
  const headers = { location: path, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return new ReplyValue({ status: 303, headers, cookies, body: null })
}

/** A response that also sets a session cookie, or clears it. */
export function withSessionCookie({ value, cookie }: { value: object; cookie: string }): ReplyValue {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }
  return new ReplyValue({ status: 200, headers, cookies: [cookie], body: JSON.stringify(value) })
}

/**
 * For links that change something when a person follows them: a prefetch, or a HEAD that only checks the address, is
 * refused, and repeated by the browser when it is meant.
 */
export function refusePrefetch({ method, headers }: Exchange): void {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? ''
  if (method === 'GET' && !/prefetch|prerender|preview/i.test(purpose)) return
  throw new AppError('service_unavailable', { message: 'This link works when it is followed.' })
}
