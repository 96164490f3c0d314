import { createHash } from 'node:crypto'
import { AppError } from '@/lib/platform/errors'
import type { StreamBody } from '@/lib/platform/stream'
import { ReplyValue } from './contract'
import type { Exchange, Reply } from './exchange'

/** JSON text as it is, or a stream of server-sent events. */
export function jsonOrEvents(body: string | StreamBody): ReplyValue {
  const kind = typeof body === 'string' ? 'application/json' : 'text/event-stream'
  return typedReply({ mimeType: `${kind}; charset=utf-8`, body })
}

/** Text as it is, or a stream that no proxy should buffer. */
export function typedReply({ mimeType, body }: { mimeType: string; body: string | StreamBody }): ReplyValue {
  const streamed = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }
  const headers = { 'content-type': mimeType, ...(typeof body !== 'string' && streamed) }
  return new ReplyValue({ status: 200, headers, body })
}

type Polled<Value> = { value: Value; retryAfterSeconds: number | null } | StreamBody

/** A task's state, with `Retry-After` while it is worth asking again; or its result, as JSON that is sent while it is read. */
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

/** A value that is given out again and again is written once. */
const written = new WeakMap<object, Written>()

/** An answer that is the same for everybody; an empty 304 for a client that has it. */
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

/** Whether `If-None-Match` names what there is: the client has it already. */
export function matchesEtag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  if (condition.trim() === '*') return true
  return condition.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** What tells a reader apart, for caches. */
const READER_HEADERS = 'sec-fetch-dest, accept'

/** How every browser begins what it accepts when it opens a page; no client of an API asks for XHTML. */
const PAGE_TYPES = 'text/html,application/xhtml+xml'

/**
 * A person typed the address or followed a link to it; clients, and pages that fetch, get JSON. Over plain http browsers
 * send no `Sec-Fetch-Dest` to any host but this machine.
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

/** Sends a browser on to a page of ours, with cookies where it is given some. The address that it came by goes no further. */
export function seeOther(to: string | { path: string; cookies: string[] }): ReplyValue {
  const { path, cookies } = typeof to === 'string' ? { path: to, cookies: [] } : to
  const headers = { location: path, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return new ReplyValue({ status: 303, headers, cookies, body: null })
}

/** An answer that also gives the browser a session cookie, or takes it back. */
export function withSessionCookie({ value, cookie }: { value: object; cookie: string }): ReplyValue {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }
  return new ReplyValue({ status: 200, headers, cookies: [cookie], body: JSON.stringify(value) })
}

/**
 * For links that change something when a person follows them: a browser that fetches ahead of its user, or a HEAD that only
 * wants to know whether the address lives, is refused, and asks again when it is meant.
 */
export function refusePrefetch({ method, headers }: Exchange): void {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? ''
  if (method === 'GET' && !/prefetch|prerender|preview/i.test(purpose)) return
  throw new AppError('service_unavailable', { message: 'This link works when it is followed.' })
}
