import { refuseKey, verifyKey } from '@/lib/account/api-keys/verify-key'
import { readSessionFromCookies, recordSession } from '@/lib/account/identity/sessions'
import { markCaller, TAGS_HEADER } from '@/lib/money/budgets/marks'
import { beginCall, type CallLimit, placesOf } from '@/lib/platform/call-limits'
import type { Caller } from '@/lib/platform/caller'
import { networkOf } from '@/lib/platform/client-address'
import { toAppError } from '@/lib/platform/database-connection'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { parseInput } from '@/lib/platform/parse-input'
import { type LimitState, takeToken } from '@/lib/platform/rate-limit'
import {
  checkRefusal,
  checkReply,
  type LimitGroup,
  perMinuteOf,
  ReplyValue,
  type Route,
  type RouteDeclaration,
  scopeOf,
} from './contract'
import { errorReply, unknownEndpoint } from './error-response'
import type { Exchange, Reply } from './exchange'
import { answerOnce } from './idempotency'
import { DEFAULT_MAX_BODY_BYTES, type ReadBody, readBytes, readJsonBody } from './input'
import { beginKeeping, type KeptRequest, keepAnswer, keepRequest } from './kept-contents'
import { readForm } from './multipart'
import { isOpenedInBrowser, sendToPage, sharedReply } from './replies'

/**
 * The steps of every request: authenticate 401 → scope 403 → rate limit 429 → media type 415 → size 413 → parse 400 →
 * idempotency → use case → reply checked against its schema → headers. Anything thrown becomes the error envelope.
 */
export async function runRoute(route: Route, exchange: Exchange, rawParams: unknown): Promise<Reply> {
  const entry = await authorize(route, exchange)
  const kept = beginKeeping(route.declaration, entry.caller)
  const reply = await answer(route, exchange, rawParams, entry, kept)
  addCommonHeaders(reply.headers, route, exchange)
  if (entry.limit) addLimitHeaders(reply.headers, entry.limit)
  // They say which limit refused the request, too.
  if (reply.status < 400 || reply.code === 'rate_limit_exceeded')
    Object.assign(reply.headers, exchange.answerHeaders)
  return kept ? keepAnswer(kept, reply, exchange) : reply
}

/** The caller, or why the request is refused; and the state of the rate limit, for callers who may see it. */
type Entry = { caller: Caller | null; refusal?: unknown; limit?: LimitState }

async function answer(
  route: Route,
  exchange: Exchange,
  rawParams: unknown,
  { caller, refusal }: Entry,
  kept: KeptRequest | undefined,
): Promise<Reply> {
  const { declaration } = route
  try {
    if (refusal !== undefined) throw refusal
    const read = await readBody(declaration, exchange, caller)
    if (kept && read) keepRequest(kept, read)
    const params = declaration.params ? parseInput(declaration.params, rawParams) : undefined
    if (declaration.page && isOpenedInBrowser(exchange)) return sendToPage(declaration.page, params, exchange)
    const { query, body } = parseRest(declaration, exchange, read?.value)
    // The end user and tags of a paid request.
    const isMarked = caller !== null && route.access === 'apiKey' && exchange.method === 'POST'
    const marked = isMarked
      ? markCaller(caller, body, exchange.headers[TAGS_HEADER], declaration.marks)
      : caller
    const payer = marked instanceof Promise ? await marked : marked
    const input = { caller: payer, params, query, body, bytes: read?.bytes, source: read?.source, exchange }
    const perform = async (answerKept?: Promise<boolean>) =>
      toReply(route, await route.handle({ ...input, answerKept }), exchange)
    if (caller === null || !isIdempotent(route, exchange, body)) return await perform()
    return await answerOnce(exchange, caller, identityOf(declaration, exchange, read), perform)
  } catch (error) {
    const known = checkRefusal(route, exchange.method, toAppError(error))
    return errorReply(known, exchange, declaration)
  }
}

function addCommonHeaders(headers: Reply['headers'], route: Route, exchange: Exchange): void {
  headers['x-request-id'] = exchange.id
  // Balances, secrets and prompts must not be stored by browsers or proxies.
  headers['cache-control'] ??= 'no-store'
  headers['x-content-type-options'] = 'nosniff'
  const { requestIdHeader } = route.declaration
  if (requestIdHeader) headers[requestIdHeader] = exchange.id
  if (isReadElsewhere(route, exchange)) Object.assign(headers, crossOriginHeaders)
}

/**
 * Pages of other sites may read the response. That is safe for routes that accept keys: such a page has to bring its own
 * key, because our cookie is not sent with its requests (`SameSite=Lax`) and would not be accepted.
 */
export function isReadElsewhere({ access, declaration }: Route, { headers }: Exchange): boolean {
  return declaration.isCrossOrigin === true || (access === 'apiKey' && headers.origin !== undefined)
}

export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    'content-disposition, content-length, content-range, etag, idempotent-replayed, request-id, retry-after',
    'x-portico-dropped-parameters, x-portico-task, x-should-retry',
    'x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests',
    'x-ratelimit-limit-tokens, x-ratelimit-remaining-tokens, x-ratelimit-reset-tokens, x-request-id',
  ].join(', '),
}

async function authorize(route: Route, exchange: Exchange): Promise<Entry> {
  try {
    const caller = await callerOf(route, exchange)
    const group = route.declaration.limit
    const limit = await applyLimit(group, caller, exchange)
    if (caller === null) return { caller, refusal: overLimit(limit, caller) }
    // A request without the scope counts too and gets the rate-limit headers, as every response to a key does.
    let refusal: unknown = missingScope(caller, scopeOf(route, exchange.method)) ?? overLimit(limit, caller)
    const places = refusal === undefined && inferenceGroups.has(group) ? placesOf(caller) : undefined
    if (places) refusal = await takePlaces(places, exchange)
    return { caller: refusal ? null : caller, refusal, limit }
  } catch (refusal) {
    return { caller: null, refusal }
  }
}

function callerOf(route: Route, exchange: Exchange): Caller | Promise<Caller> | null {
  const { access, declaration } = route
  if (access === 'public') return null
  if (access === 'operator') return authenticateOperator(exchange)
  return authenticate(exchange, declaration.acceptsKeyInQuery)
}

/** Takes a place among the requests at once until the response has ended. Returns why there is none. */
async function takePlaces(limits: readonly CallLimit[], exchange: Exchange): Promise<unknown> {
  try {
    const end = await beginCall({ limits, id: exchange.id, tokens: 0 })
    exchange.onEnd = () => end(0)
    if (exchange.signal.aborted) end(0)
    return undefined
  } catch (refusal) {
    return refusal
  }
}

function parseRest(declaration: RouteDeclaration, exchange: Exchange, value: unknown) {
  const { query, body } = declaration
  return {
    query: query ? parseInput(query, Object.fromEntries(exchange.query)) : undefined,
    body: body ? parseInput(body, value) : value,
  }
}

type Read = Omit<ReadBody, 'value'> & { value?: unknown }

async function readBody(
  declaration: RouteDeclaration,
  exchange: Exchange,
  caller: Caller | null,
): Promise<Read | undefined> {
  const { body, reads, isForm, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = declaration
  if (body) return (isForm ? readForm : readJsonBody)(exchange, caller, declaration)
  if (reads?.body === undefined || reads.body === '*/*') return undefined
  return { bytes: await readBytes(exchange, caller, maxBodyBytes) }
}

function isIdempotent({ declaration }: Route, exchange: Exchange, body: unknown): boolean {
  const { idempotent, answersFromTask = false } = declaration
  if (exchange.headers['idempotency-key'] === undefined || answersFromTask) return false
  return typeof idempotent === 'function' ? idempotent(body, exchange.query) : idempotent === true
}

/** What two requests with the same Idempotency-Key must have in common. A file counts by its type and length. */
function identityOf(
  { body, holdsSecret = false }: RouteDeclaration,
  { query, headers }: Exchange,
  read?: Read,
) {
  if (body) return { value: read?.value, holdsSecret }
  const bytes = read?.bytes?.toString('latin1')
  return { value: [`${query}`, bytes ?? [headers['content-type'], headers['content-length']]], holdsSecret }
}

function toReply(route: Route, result: unknown, exchange: Exchange): Reply {
  if (result instanceof ReplyValue) {
    checkReply(route, result)
    return result.reply
  }
  const { status = 200, sharedForSeconds, page } = route.declaration
  const toBody = () => {
    checkReply(route, result)
    return JSON.stringify(result)
  }
  if (sharedForSeconds !== undefined && typeof result === 'object' && result !== null)
    return sharedReply(result, toBody, exchange, { sharedForSeconds, variesByReader: page !== undefined })
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: toBody() }
}

const inferenceGroups: ReadonlySet<LimitGroup> = new Set(['chat', 'image_create', 'video_create'])

/** Counts this request against its group's limit: per key, per signed-in person, or per address (for IPv6, per /64). */
export function applyLimit(
  group: LimitGroup,
  caller: Caller | null,
  exchange: Exchange,
): LimitState | Promise<LimitState> {
  const perMinute = perMinuteOf(group)
  if (caller === null) return takeToken(`${group}:ip:${networkOf(exchange.peer)}`, perMinute)
  if (caller.apiKey === null) return takeToken(`${group}:user:${caller.userId}`, perMinute)
  const { rateLimitRpm } = caller.apiKey
  if (rateLimitRpm !== null && inferenceGroups.has(group))
    return takeToken(`key:${caller.apiKey.id}`, Math.min(rateLimitRpm, perMinute))
  return takeToken(`${group}:key:${caller.apiKey.id}`, perMinute)
}

function addLimitHeaders(headers: Record<string, string>, state: LimitState): void {
  headers['x-ratelimit-limit-requests'] = String(state.limit)
  headers['x-ratelimit-remaining-requests'] = String(state.remaining)
  headers['x-ratelimit-reset-requests'] = `${state.resetSeconds}s`
}

export function overLimit(state: LimitState, caller: Caller | null): AppError | undefined {
  if (state.allowed) return undefined
  const owner = caller === null ? 'this address' : caller.apiKey === null ? 'your session' : 'this API key'
  return new AppError('rate_limit_exceeded', {
    message: `Rate limit of ${state.limit} requests per minute of ${owner} exceeded. Try again in ${state.retryAfterSeconds} s.`,
    retryAfterSeconds: state.retryAfterSeconds,
    metadata: { limit_source: 'gateway', limit: 'requests' },
  })
}

/**
 * The caller, by `Authorization: Bearer <key>`, `x-api-key: <key>` (Anthropic's clients), `api-key: <key>` (Azure's),
 * `x-goog-api-key: <key>` (Google's), or the console's session cookie from the console's own origin. Else 401.
 */
function authenticate(exchange: Exchange, acceptsKeyInQuery = false): Caller | Promise<Caller> {
  const authorization = exchange.headers.authorization
  if (authorization !== undefined) {
    const secret = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
    if (secret === undefined)
      return refuseKey(exchange, 'The Authorization header must be "Bearer <API key>".')
    return verifyKey(secret, exchange)
  }
  const { headers, query } = exchange
  const inUrl = acceptsKeyInQuery ? query.get('key') : undefined
  const bare = headers['x-api-key'] ?? headers['api-key'] ?? headers['x-goog-api-key'] ?? inUrl
  if (bare != null) return verifyKey(bare, exchange)
  const cookies = exchange.headers.cookie
  if (cookies?.includes('next-auth.session-token')) return authenticateSession(exchange, cookies)
  throw new AppError('invalid_api_key', {
    message: 'No API key was sent. Send it as "Authorization: Bearer <API key>".',
  })
}

async function authenticateSession(exchange: Exchange, cookies: string): Promise<Caller> {
  const session = await readSessionFromCookies(cookies)
  if (session === null)
    throw new AppError('invalid_api_key', { message: 'The session has ended. Sign in again.' })
  recordSession(session, exchange.headers['user-agent'])
  if (exchange.method !== 'GET' && !isOwnOrigin(exchange)) throw new AppError('origin_not_allowed')
  if (session.isSuspended && exchange.method !== 'GET' && exchange.method !== 'HEAD')
    throw new AppError('account_suspended')
  return {
    customerId: session.customerId,
    userId: session.userId,
    apiKey: null,
    isOperator: session.isOperator,
    sessionId: session.sessionId,
    limits: session.limits,
  }
}

/** Browsers send Origin with every request that can change something. A page of another site must not use our cookie. */
function isOwnOrigin(exchange: Exchange): boolean {
  const site = exchange.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const origin = exchange.headers.origin
  if (origin === undefined) return true
  const host = URL.parse(origin)?.host
  if (host === undefined) return false
  return host === exchange.headers.host || host === URL.parse(env().publicUrl)?.host
}

/** An operator at the console. All others, even with an operator's key, get the 404 of an unknown path. */
async function authenticateOperator(exchange: Exchange): Promise<Caller> {
  try {
    const caller = await authenticate(exchange)
    if (caller.isOperator && caller.apiKey === null) return caller
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
  }
  throw unknownEndpoint(exchange)
}

function missingScope(caller: Caller, scope: ReturnType<typeof scopeOf>): AppError | undefined {
  if (caller.apiKey === null || caller.apiKey.scopes.includes(scope)) return undefined
  return new AppError('insufficient_scope', {
    message: `This API key lacks the scope "${scope}".`,
    metadata: { required_scope: scope },
  })
}
