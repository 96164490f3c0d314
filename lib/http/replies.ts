import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { toAppError } from '@/lib/platform/database-connection'
import { AppError } from '@/lib/platform/errors'
import type { ByteRange } from '@/lib/platform/storage/object-storage'
import { type ServedFile, type StreamBody, streamBytes, type Watcher } from '@/lib/platform/stream'
import { isStillIn } from './authenticate'
import { type Access, ReplyValue } from './contract'
import { errorReply } from './error-response'
import type { Exchange, Reply } from './exchange'
import { answerOnce } from './idempotency'

/** JSON or server-sent events. By default a string is JSON and a stream is events. */
export function jsonOrEvents(body: string | StreamBody, isJson = typeof body === 'string'): ReplyValue {
  const kind = isJson ? 'application/json' : 'text/event-stream'
  return typedReply({ mimeType: `${kind}; charset=utf-8`, body })
}

/** Text, or a stream that proxies should not buffer. */
export function typedReply({ mimeType, body }: { mimeType: string; body: string | StreamBody }): ReplyValue {
  const streamed = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }
  const headers = { 'content-type': mimeType, ...(typeof body !== 'string' && streamed) }
  return new ReplyValue({ status: 200, headers, body })
}

type Watching = { caller: Caller; query: { after?: number | undefined }; exchange: Exchange }

/** Events that last until the client hangs up. A browser that connects again names the last one it got. */
export async function liveReply(
  access: Access,
  { caller, query, exchange }: Watching,
  watch: (watcher: Watcher) => Promise<StreamBody>,
): Promise<ReplyValue> {
  const { 'last-event-id': last = '' } = exchange.headers
  const declaration = { summary: '', limit: 'account' } as const
  return jsonOrEvents(
    await watch({
      caller,
      signal: exchange.signal,
      after: /^\d{1,15}$/.test(last) ? Number(last) : query.after,
      isStillIn: () => isStillIn({ access, declaration }, exchange, caller),
    }),
  )
}

type Polled<Value> = { value: Value; retryAfterSeconds: number | null } | StreamBody

/** A task's state, with `Retry-After` while it should be polled; or its result as a stream of JSON. */
export function polled<Value>(answer: Polled<Value>): ReplyValue {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }
  if ('start' in answer) return new ReplyValue({ status: 200, headers, body: answer })
  if (answer.retryAfterSeconds !== null) headers['retry-after'] = String(answer.retryAfterSeconds)
  return new ReplyValue({ status: 200, headers, body: JSON.stringify(answer.value) })
}

/** A task that one request creates and waits for. */
type Awaited = {
  make(idempotencyKey: string | undefined): Promise<{ id: string }>
  /** Its result, as JSON or events; undefined if it is still running after `waitMillis`. */
  deliver(id: string, waitMillis: number): Promise<string | StreamBody | undefined>
  isStream: boolean
  waitMillis: number
}

const TASK = 'x-portico-task'
/** For a stored response of an earlier version, which lacks the header. */
const Made = z.object({ id: z.string() })

/** A stream starts no later than this. A failure before its start is an ordinary error. */
const STREAM_START_MILLIS = 5000
const KEEP_ALIVE_MILLIS = 15_000

/**
 * Creates a task, once per Idempotency-Key, and answers with its result. Only the creation is stored, because results may
 * be long: a retry waits for the same task. The task's id is in `x-portico-task`, and in `metadata.task_id` of an error.
 * Throws `task_still_running` if the task does not end in time.
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
    const first = isStream ? await deliver(id, Math.min(STREAM_START_MILLIS, waitMillis)) : await answer()
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

/** The events of a running task. Until they start, a comment every 15 seconds keeps the connection open. */
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

/** Serialized values: one that is served repeatedly is serialized once. */
const written = new WeakMap<object, { body: string; etag: string }>()

/** A response that is the same for everyone; an empty 304 for a client that has it cached. */
export function sharedReply(
  value: object,
  toBody: () => string,
  exchange: Exchange,
  { sharedForSeconds, variesByReader }: { sharedForSeconds: number; variesByReader: boolean },
): Reply {
  const { body, etag } = written.get(value) ?? serialize(value, toBody())
  const headers: Record<string, string> = {
    etag,
    'cache-control': `public, max-age=${sharedForSeconds}, stale-while-revalidate=${sharedForSeconds}`,
    ...(variesByReader && { vary: READER_HEADERS }),
  }
  if (matchesEtag(exchange.headers['if-none-match'], etag)) return { status: 304, headers, body: null }
  headers['content-type'] = 'application/json; charset=utf-8'
  return { status: 200, headers, body }
}

function serialize(value: object, body: string) {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const entry = { body, etag }
  written.set(value, entry)
  return entry
}

/** Whether the client has the current version, by `If-None-Match`. */
function matchesEtag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  if (condition.trim() === '*') return true
  return condition.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** The file or the requested range as a stream. HEAD and clients that have it cached do not open the file. */
export async function fileReply(exchange: Exchange, file: ServedFile): Promise<ReplyValue> {
  const headers = headersOf(file)
  if (matchesEtag(exchange.headers['if-none-match'], file.etag))
    return new ReplyValue({ status: 304, headers, body: null })
  headers['content-type'] = file.mimeType
  headers['content-disposition'] = contentDisposition(file.fileName, file.isDownload)
  const isHead = exchange.method === 'HEAD'
  const range = isHead ? null : rangeOf(exchange, file)
  if (range === 'outside') return refuseRange(exchange, file)
  const length = range === null ? file.sizeBytes : range.end - range.start + 1
  headers['content-length'] = String(length)
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${file.sizeBytes}`
  const body = isHead ? null : streamBytes(await file.open(range ?? undefined), exchange.signal)
  return new ReplyValue({ status: range ? 206 : 200, headers, body })
}

function headersOf(file: ServedFile): Record<string, string> {
  const seconds = Math.max(0, Math.floor((file.goodUntil.getTime() - clock.now().getTime()) / 1000))
  return {
    'accept-ranges': 'bytes',
    etag: file.etag,
    'cache-control':
      seconds === 0 ? 'no-store' : `${file.isShared ? 'public' : 'private'}, max-age=${seconds}, immutable`,
    'x-content-type-options': 'nosniff',
    // A file is shown, never executed, even if it is HTML.
    'content-security-policy':
      "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
    'cross-origin-resource-policy': 'cross-origin',
  }
}

/** Null, and so the whole file, if `If-Range` names another version of it. */
function rangeOf(exchange: Exchange, file: ServedFile): ByteRange | 'outside' | null {
  const condition = exchange.headers['if-range']
  if (condition !== undefined && condition !== file.etag) return null
  return parseRange(exchange.headers.range, file.sizeBytes)
}

function refuseRange(exchange: Exchange, file: ServedFile): ReplyValue {
  const reply = errorReply(new AppError('range_not_satisfiable', { param: 'Range' }), exchange)
  reply.headers['content-range'] = `bytes */${file.sizeBytes}`
  return new ReplyValue(reply)
}

/** Text that a browser saves under its name; a stream is sent while it is written. */
export function downloadReply(
  { signal }: Pick<Exchange, 'signal'>,
  file: { fileName: string; mimeType: string; content: string | Readable },
): ReplyValue {
  const headers = {
    'content-type': file.mimeType,
    'content-disposition': contentDisposition(file.fileName, true),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  }
  const { content } = file
  return new ReplyValue({
    status: 200,
    headers,
    body: typeof content === 'string' ? content : streamBytes(content, signal),
  })
}

/**
 * Parses a Range header (RFC 9110 §14). Null, and so the whole file, for none, for several ranges and for other units;
 * 'outside' for a range outside the file.
 */
function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'outside' | null {
  const found = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '')
  if (!found) return null
  const [, first = '', last = ''] = found
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'outside' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= sizeBytes) return 'outside'
  return { start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) }
}

/** Whether a browser shows or saves a file, and under which name (RFC 6266). */
function contentDisposition(fileName: string, isDownload: boolean): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const name = plain === fileName ? `filename="${plain}"` : `filename="${plain}"; filename*=UTF-8''${exact}`
  return `${isDownload ? 'attachment' : 'inline'}; ${name}`
}

/** The headers by which caches tell browsers from API clients. */
const READER_HEADERS = 'sec-fetch-dest, accept'

/** The start of every browser's Accept header when it opens a page; no API client accepts XHTML. */
const PAGE_TYPES = 'text/html,application/xhtml+xml'

/**
 * Whether a person opened the URL in a browser; clients, and pages that fetch it, get JSON. Over plain http, browsers send
 * `Sec-Fetch-Dest` only to localhost.
 */
export function isOpenedInBrowser({ headers }: Exchange): boolean {
  const destination = headers['sec-fetch-dest']
  if (destination !== undefined) return destination === 'document'
  return headers.accept?.startsWith(PAGE_TYPES) ?? false
}

/** Redirects to `page` (`/explore/providers/[id]`) with the parameters and the query of the request. */
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

/** Redirects a browser to a page of the console, with cookies if given. The request's URL is not sent as referrer. */
export function seeOther(to: string | { path: string; cookies: string[] }): ReplyValue {
  const { path, cookies } = typeof to === 'string' ? { path: to, cookies: [] } : to
  const headers = { location: path, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return new ReplyValue({ status: 303, headers, cookies, body: null })
}

/** A response that also sets or clears a session cookie. */
export function withSessionCookie({ value, cookie }: { value: object; cookie: string }): ReplyValue {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }
  return new ReplyValue({ status: 200, headers, cookies: [cookie], body: JSON.stringify(value) })
}

/**
 * For links that change something when a person follows them: refuses prefetches, and HEAD requests that only check the
 * link. Browsers repeat a refused prefetch when the person follows the link.
 */
export function refusePrefetch({ method, headers }: Exchange): void {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? ''
  if (method === 'GET' && !/prefetch|prerender|preview/i.test(purpose)) return
  throw new AppError('service_unavailable', { message: 'This link only works when it is opened.' })
}
