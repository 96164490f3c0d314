import { refuseLimitedKey } from '@/lib/account/api-keys/key-settings'
import { markCaller, TAGS_HEADER } from '@/lib/money/budgets/marks'
import { beginCall, type CallLimit, placesOf } from '@/lib/platform/call-limits'
import { type Caller, lackOf, personNeeded } from '@/lib/platform/caller'
import { networkOf } from '@/lib/platform/client-address'
import { toAppError } from '@/lib/platform/database-connection'
import { AppError } from '@/lib/platform/errors'
import { parseInput } from '@/lib/platform/parse-input'
import { type LimitState, takeToken } from '@/lib/platform/rate-limit'
import { recordedAs, withAuditLine } from './audit'
import { callerOf } from './authenticate'
import { checkRefusal, checkReply } from './check-answers'
import {
  type LimitGroup,
  perMinuteOf,
  permissionOf,
  ReplyValue,
  type Route,
  type RouteDeclaration,
  scopeOf,
} from './contract'
import { errorReply } from './error-response'
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
    const act = async (answerKept?: Promise<boolean>) =>
      toReply(route, await route.handle({ ...input, answerKept }), exchange)
    const recorded = declaration.audit ? recordedAs(declaration.audit, body) : undefined
    const perform =
      caller === null || recorded === undefined
        ? act
        : (kept?: Promise<boolean>) => withAuditLine(recorded, { caller, params }, () => act(kept))
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
    // Mostly both are in memory: awaiting them all the same would put this request behind others.
    const found = callerOf(route, exchange)
    const caller = found instanceof Promise ? await found : found
    const group = route.declaration.limit
    const taken = applyLimit(group, caller, exchange)
    const limit = taken instanceof Promise ? await taken : taken
    if (caller === null) return { caller, refusal: overLimit(limit, caller) }
    // A request without the scope counts too and gets the rate-limit headers, as every response to a key does.
    let refusal: unknown =
      missingScope(caller, scopeOf(route, exchange.method)) ??
      missingPermission(caller, route, exchange.method) ??
      overLimit(limit, caller)
    if (refusal === undefined && changesOrganization(route, exchange.method)) await refuseLimitedKey(caller)
    const places = refusal === undefined && inferenceGroups.has(group) ? placesOf(caller) : undefined
    if (places) refusal = await takePlaces(places, exchange)
    return { caller: refusal ? null : caller, refusal, limit }
  } catch (refusal) {
    return { caller: null, refusal }
  }
}

/** Its people, limits or provisioning. */
const changesOrganization = (route: Route, method: string) =>
  method !== 'GET' && permissionOf(route, method) === 'organization.manage'

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

function readBody(
  declaration: RouteDeclaration,
  exchange: Exchange,
  caller: Caller | null,
): Promise<Read> | undefined {
  const { body, reads, isForm, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = declaration
  if (body) return (isForm ? readForm : readJsonBody)(exchange, caller, declaration)
  if (reads?.body === undefined || reads.body === '*/*') return undefined
  return readBytes(exchange, caller, maxBodyBytes).then((bytes) => ({ bytes }))
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
  const {
    status = 200,
    sharedForSeconds,
    page,
    mediaType = 'application/json; charset=utf-8',
  } = route.declaration
  const toBody = () => {
    checkReply(route, result)
    return JSON.stringify(result)
  }
  if (sharedForSeconds !== undefined && typeof result === 'object' && result !== null)
    return sharedReply(result, toBody, exchange, { sharedForSeconds, variesByReader: page !== undefined })
  return { status, headers: { 'content-type': mediaType }, body: toBody() }
}

const inferenceGroups: ReadonlySet<LimitGroup> = new Set(['chat', 'image_create', 'video_create'])

/** The state of the tightest limit; `scope`: it is the project's. */
type RequestLimit = LimitState & { scope?: 'project' }

/**
 * Counts this request against its group's limit: per key and its project, per signed-in person, per organization (SCIM), or per
 * address (for IPv6, per /64).
 */
export function applyLimit(
  group: LimitGroup,
  caller: Caller | null,
  exchange: Exchange,
): RequestLimit | Promise<RequestLimit> {
  const perMinute = perMinuteOf(group)
  if (caller === null) return takeToken(`${group}:ip:${networkOf(exchange.peer)}`, perMinute)
  if (caller.apiKey === null)
    return takeToken(`${group}:user:${caller.userId ?? caller.customerId}`, perMinute)
  const { id, rateLimitRpm } = caller.apiKey
  if (!inferenceGroups.has(group)) return takeToken(`${group}:key:${id}`, perMinute)
  const ofKey =
    rateLimitRpm === null
      ? takeToken(`${group}:key:${id}`, perMinute)
      : takeToken(`key:${id}`, Math.min(rateLimitRpm, perMinute))
  return caller.project?.rateLimitRpm == null
    ? ofKey
    : withProject(ofKey, caller.project.id, caller.project.rateLimitRpm)
}

/** After the key's own, so that one key's refused requests take nothing from the others of the project. */
async function withProject(
  ofKey: LimitState | Promise<LimitState>,
  id: string,
  perMinute: number,
): Promise<RequestLimit> {
  const own = await ofKey
  if (!own.allowed) return own
  const shared = await takeToken(`project:${id}`, perMinute)
  return shared.allowed && shared.remaining >= own.remaining ? own : { ...shared, scope: 'project' }
}

function addLimitHeaders(headers: Record<string, string>, state: LimitState): void {
  headers['x-ratelimit-limit-requests'] = String(state.limit)
  headers['x-ratelimit-remaining-requests'] = String(state.remaining)
  headers['x-ratelimit-reset-requests'] = `${state.resetSeconds}s`
}

export function overLimit(state: RequestLimit, caller: Caller | null): AppError | undefined {
  if (state.allowed) return undefined
  const { scope } = state
  const session = caller?.userId === null ? 'this organization' : 'your session'
  const ofCaller = caller?.apiKey === null ? session : 'this API key'
  const owner = scope ? 'this API key’s project' : caller === null ? 'this address' : ofCaller
  return new AppError('rate_limit_exceeded', {
    message: `Rate limit of ${state.limit} requests per minute of ${owner} exceeded. Try again in ${state.retryAfterSeconds} s.`,
    retryAfterSeconds: state.retryAfterSeconds,
    metadata: { limit_source: 'gateway', limit: 'requests', ...(scope && { scope }) },
  })
}

function missingScope(caller: Caller, scope: ReturnType<typeof scopeOf>): AppError | undefined {
  if (caller.apiKey === null || caller.apiKey.scopes.includes(scope)) return undefined
  return new AppError('insufficient_scope', {
    message: `This API key lacks the scope "${scope}".`,
    metadata: { required_scope: scope },
  })
}

function missingPermission(caller: Caller, route: Route, method: string): AppError | undefined {
  if (route.declaration.isForPerson && caller.apiKey !== null) return personNeeded()
  const needed = permissionOf(route, method)
  return needed === null ? undefined : lackOf(caller, needed)
}
