import { refuseKey, verifyKey } from '@/lib/api-keys/verify-key'
import { readSessionFromCookies } from '@/lib/identity/session'
import type { Caller } from '@/lib/platform/caller'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { unknownEndpoint } from './error-response'
import type { Exchange } from './exchange'

/** Who is calling: `Authorization: Bearer <key>`, `x-api-key: <key>` as Anthropic's clients send it, or the console's own session cookie from its own origin. Else 401. */
export async function authenticate(exchange: Exchange): Promise<Caller> {
  const authorization = exchange.headers.authorization
  if (authorization !== undefined) {
    const secret = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
    if (secret === undefined)
      return refuseKey(exchange, 'The Authorization header must be "Bearer <API key>".')
    return verifyKey(secret, exchange)
  }
  const bare = exchange.headers['x-api-key']
  if (bare !== undefined) return verifyKey(bare, exchange)
  const cookies = exchange.headers.cookie
  if (cookies?.includes('next-auth.session-token')) return authenticateSession(exchange, cookies)
  throw new AppError('invalid_api_key', {
    message: 'No API key was sent. Send it as "Authorization: Bearer <API key>".',
  })
}

async function authenticateSession(exchange: Exchange, cookies: string): Promise<Caller> {
  const session = await readSessionFromCookies(cookies)
  if (session === null)
    throw new AppError('invalid_api_key', { message: 'The session has ended; sign in again.' })
  if (exchange.method !== 'GET' && !isOwnOrigin(exchange)) throw new AppError('origin_not_allowed')
  if (session.isSuspended && exchange.method !== 'GET' && exchange.method !== 'HEAD')
    throw new AppError('account_suspended')
  return {
    customerId: session.customerId,
    userId: session.userId,
    apiKey: null,
    isOperator: session.isOperator,
  }
}

/** Browsers send Origin with every request that could do harm; a page of another site must not use our cookie. */
function isOwnOrigin(exchange: Exchange): boolean {
  const site = exchange.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const origin = exchange.headers.origin
  if (origin === undefined) return true
  const host = URL.parse(origin)?.host
  if (host === undefined) return false
  return host === exchange.headers.host || host === URL.parse(env().publicUrl)?.host
}

/** The operator at the console. Anyone else, keys of the operator's own included, learns only that there is nothing here. */
export async function authenticateOperator(exchange: Exchange): Promise<Caller> {
  const caller = await authenticated(exchange)
  if (caller === null || !caller.isOperator || caller.apiKey !== null) throw unknownEndpoint(exchange)
  return caller
}

async function authenticated(exchange: Exchange): Promise<Caller | null> {
  try {
    return await authenticate(exchange)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null
    throw error
  }
}

export function requireScope(caller: Caller, scope: 'inference' | 'account:read' | 'account:write'): void {
  if (caller.apiKey === null || caller.apiKey.scopes.includes(scope)) return
  throw new AppError('insufficient_scope', {
    message: `This API key lacks the scope "${scope}".`,
    metadata: { required_scope: scope },
  })
}
