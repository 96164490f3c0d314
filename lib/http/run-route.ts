import type { Caller } from '@/lib/platform/caller'
import type { LimitState } from '@/lib/platform/rate-limit'
import { authenticate, authenticateOperator, requireScope } from './authenticate'
import { checkRefusal, checkReply, ReplyValue, type Route, type RouteDeclaration, scopeOf } from './contract'
import { errorReply, toAppError } from './error-response'
import type { Exchange, Reply } from './exchange'
import { answerOnce } from './idempotency'
import { parseInput, readJsonBody } from './input'
import { addLimitHeaders, applyLimit, refuseOverLimit } from './limits'
import { isOpenedInBrowser, sendToPage, sharedReply } from './replies'

/**
 * The steps of every request: authenticate 401 → scope 403 → rate limit 429 → media type 415 → size 413 → parse 400 →
 * idempotency → use case → reply checked against its schema → headers. Whatever is thrown on the way becomes the envelope.
 */
export async function runRoute(route: Route, exchange: Exchange, rawParams: unknown): Promise<Reply> {
  const told: Told = { limit: undefined }
  let reply: Reply
  try {
    const caller = await admit(route, exchange, told)
    const { declaration } = route
    const read = declaration.body ? await readJsonBody(exchange, caller, declaration) : undefined
    const params = declaration.params ? parseInput(declaration.params, rawParams) : undefined
    if (declaration.page && isOpenedInBrowser(exchange)) {
      reply = sendToPage(declaration.page, params, exchange)
    } else {
      const { query, body } = parseRest(declaration, exchange, read?.value)
      const input = { caller, params, query, body, bytes: read?.bytes, exchange, answerKept: undefined }
      reply =
        caller && isAskedOnce(route, exchange, body)
          ? await answerOnce(exchange, caller, read?.value, (answerKept) =>
              handle(route, { ...input, answerKept }),
            )
          : toReply(route, await route.handle(input), exchange)
    }
  } catch (error) {
    const known = checkRefusal(route, exchange.method, toAppError(error))
    reply = errorReply(known, exchange, route.declaration.refusal)
  }
  addCommonHeaders(reply.headers, route, exchange)
  if (told.limit) addLimitHeaders(reply.headers, told.limit)
  return reply
}

/** How far a limit is used, where the caller may know. */
type Told = { limit: LimitState | undefined }

function addCommonHeaders(headers: Reply['headers'], route: Route, exchange: Exchange): void {
  headers['x-request-id'] = exchange.id
  const { requestIdHeader } = route.declaration
  if (requestIdHeader) headers[requestIdHeader] = exchange.id
  if (isReadElsewhere(route, exchange)) Object.assign(headers, crossOriginHeaders)
}

/**
 * Pages of other sites may read it; what keys open too, for such a page has to bring a key of its own: our cookie goes with
 * none of its requests (`SameSite=Lax`), and would not be taken.
 */
function isReadElsewhere({ access, declaration }: Route, { headers }: Exchange): boolean {
  return declaration.isCrossOrigin === true || (access === 'apiKey' && headers.origin !== undefined)
}

const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    'content-disposition, content-length, content-range, etag, idempotent-replayed, request-id, retry-after',
    'x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests, x-request-id',
  ].join(', '),
}

async function admit(route: Route, exchange: Exchange, told: Told): Promise<Caller | null> {
  const caller = await callerOf(route, exchange)
  const state = await applyLimit(route.declaration.limit, caller, exchange)
  if (caller) {
    // A call without the scope counts too, and is told how far the limit is used, as every answer to a key is.
    told.limit = state
    requireScope(caller, scopeOf(route, exchange.method))
  }
  refuseOverLimit(state)
  return caller
}

async function callerOf({ access }: Route, exchange: Exchange): Promise<Caller | null> {
  if (access === 'public') return null
  return access === 'operator' ? authenticateOperator(exchange) : authenticate(exchange)
}

function parseRest(declaration: RouteDeclaration, exchange: Exchange, value: unknown) {
  const { query, body } = declaration
  return {
    query: query ? parseInput(query, Object.fromEntries(exchange.query)) : undefined,
    body: body ? parseInput(body, value) : value,
  }
}

async function handle(route: Route, input: Parameters<Route['handle']>[0]): Promise<Reply> {
  return toReply(route, await route.handle(input), input.exchange)
}

function isAskedOnce({ declaration: { idempotent } }: Route, { headers }: Exchange, body: unknown): boolean {
  if (headers['idempotency-key'] === undefined) return false
  return typeof idempotent === 'function' ? idempotent(body) : idempotent === true
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
