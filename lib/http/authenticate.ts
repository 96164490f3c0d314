import { findKeyCaller } from '@/lib/account/api-keys/keys'
import { refuseKey, verifyKey } from '@/lib/account/api-keys/verify-key'
import { readSessionFromCookies, recordSession } from '@/lib/account/identity/sessions'
import { verifyScimToken } from '@/lib/account/provisioning/token'
import type { Caller } from '@/lib/platform/caller'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import type { Route, RouteDeclaration } from './contract'
import { unknownEndpoint } from './error-response'
import type { Exchange } from './exchange'

type Entrance = Pick<Route, 'access' | 'declaration'>

/** Who calls a route; null for a public one. At once where that is in memory. Throws 401, 403, and 404 to those who are no operators. */
export function callerOf(route: Entrance, exchange: Exchange): Caller | Promise<Caller> | null {
  const { access, declaration } = route
  if (access === 'public') return null
  if (access === 'operator') return authenticateOperator(exchange)
  if (access === 'scim') return verifyScimToken(exchange.headers.authorization, exchange)
  return authenticate(exchange, declaration)
}

/** For a response that lasts: whether the caller would still be let in, in the same organization and role. */
export async function isStillIn(route: Entrance, exchange: Exchange, caller: Caller): Promise<boolean> {
  const now = await callerOf(route, exchange)
  return now?.customerId === caller.customerId && now.member?.role === caller.member?.role
}

/**
 * The caller, by `Authorization: Bearer <key>`, `x-api-key: <key>` (Anthropic's clients), `api-key: <key>` (Azure's),
 * `x-goog-api-key: <key>` (Google's), or the console's session cookie from the console's own origin. Else 401.
 */
function authenticate(
  exchange: Exchange,
  { acceptsKeyInQuery, isOpenWhileSuspended }: Partial<RouteDeclaration> = {},
): Caller | Promise<Caller> {
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
  if (cookies?.includes('next-auth.session-token'))
    return authenticateSession(exchange, cookies, isOpenWhileSuspended)
  throw new AppError('invalid_api_key', {
    message: 'No API key was sent. Send it as "Authorization: Bearer <API key>".',
  })
}

async function authenticateSession(
  exchange: Exchange,
  cookies: string,
  isOpenWhileSuspended = false,
): Promise<Caller> {
  const session = await readSessionFromCookies(cookies)
  if (session === null)
    throw new AppError('invalid_api_key', { message: 'The session has ended. Sign in again.' })
  recordSession(session, exchange.headers['user-agent'])
  if (exchange.method !== 'GET' && !isOwnOrigin(exchange)) throw new AppError('origin_not_allowed')
  const isReadOnly = session.isSuspended && !isOpenWhileSuspended
  if (isReadOnly && exchange.method !== 'GET' && exchange.method !== 'HEAD')
    throw new AppError('account_suspended')
  return {
    customerId: session.customerId,
    userId: session.userId,
    apiKey: null,
    isOperator: session.isOperator,
    sessionId: session.sessionId,
    limits: session.limits,
    member: session.member,
    spendLimits: session.spendLimits,
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

/**
 * An operator at the console, or a key with the scope `operator`, which is read again each time: what it may do must end at once.
 * All others get the 404 of an unknown path.
 */
async function authenticateOperator(exchange: Exchange): Promise<Caller> {
  try {
    const caller = await authenticate(exchange)
    const { customerId, apiKey, isOperator } = caller
    if (isOperator && (apiKey === null || (await findKeyCaller(customerId, apiKey.id))?.isOperator))
      return caller
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
  }
  throw unknownEndpoint(exchange)
}
