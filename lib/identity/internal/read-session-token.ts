import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { decode } from 'next-auth/jwt'
import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { remember } from '@/lib/platform/remember'
import { findUserById, isEndedSession } from '../repository'
import type { Session } from '../schema'
import { SessionClaims } from './session-claims'

/** `exp` is in seconds since 1970. */
const SessionToken = SessionClaims.extend({ exp: z.number() })
type SessionToken = z.infer<typeof SessionToken>

// What a cookie says never changes, and decrypting it is the expensive part.
const tokens = remember('session-tokens', () => new LRUCache<string, SessionToken>({ max: 5_000 }))

/** Null for a cookie that is not ours or has ended, and for a person who is no longer there. */
export async function readSessionToken(cookie: string): Promise<Session | null> {
  const token = await readToken(cookie)
  return token === null || token.exp * 1000 <= clock.now().getTime() ? null : readPerson(token)
}

export async function readPerson(token: unknown): Promise<Session | null> {
  const claims = SessionClaims.safeParse(token)
  if (!claims.success) return null
  const { userId, customerId, generation, session } = claims.data
  const [user, hasEnded] = await Promise.all([
    findUserById(userId),
    session !== undefined && isEndedSession(session),
  ])
  if (user === null || hasEnded || user.customerId !== customerId) return null
  if (user.customer.isDemo && !env().demo) return null
  if (user.sessionGeneration !== generation) return null
  return {
    userId: user.id,
    customerId: user.customerId,
    email: user.email,
    name: user.name,
    isOperator: user.customer.isOperator,
    isSuspended: user.customer.suspendedAt !== null,
  }
}

async function readToken(cookie: string): Promise<SessionToken | null> {
  const key = hash('sha256', cookie, 'base64')
  const known = tokens.get(key)
  if (known) return known
  const decoded = await decode({ token: cookie, secret: env().NEXTAUTH_SECRET }).catch(() => null)
  const token = SessionToken.safeParse(decoded)
  if (!token.success) return null
  tokens.set(key, token.data)
  return token.data
}
