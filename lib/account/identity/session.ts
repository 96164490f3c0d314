import { hash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import {
  deleteForgottenSessions,
  findUserById,
  insertEndedSession,
  isEndedSession,
  takeSeenSession,
} from './repository'
import type { Session } from './schema'

/** The signed-in person behind a request's Cookie header. */
export async function readSessionFromCookies(cookieHeader: string): Promise<Session | null> {
  const cookie = findCookie(cookieHeader, sessionCookieName())
  return cookie ? readSessionToken(cookie) : null
}

/** Whom a session cookie names. */
const SessionClaims = z.object({
  userId: z.string(),
  customerId: z.string(),
  /** Under which of the person's generations it was given; all before the present one have been ended. */
  generation: z.number().default(0),
  /** What signing out ends: this browser's session, and none of the person's others. */
  session: z.string().optional(),
})

/** `exp` is in seconds since 1970. */
const SessionToken = SessionClaims.extend({ exp: z.number() })
type SessionToken = z.infer<typeof SessionToken>

// What a cookie says never changes, and decrypting it is the expensive part.
const tokens = new LRUCache<string, SessionToken>({ max: 5_000 })

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
    sessionId: session ?? null,
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

/** How long a browser stays signed in. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60

/** What a session cookie says of the person it is given to. */
export function sessionClaims(person: { id: string; customerId: string; sessionGeneration: number }) {
  return {
    sub: person.id,
    userId: person.id,
    customerId: person.customerId,
    generation: person.sessionGeneration,
    session: randomUUID(),
  }
}

/** The Set-Cookie line that signs a person in, as next-auth writes it. */
export async function sessionCookieFor(person: Parameters<typeof sessionClaims>[0]): Promise<string> {
  const token = await encode({
    token: sessionClaims(person),
    secret: env().NEXTAUTH_SECRET,
    maxAge: SESSION_SECONDS,
  })
  return setCookieLine(sessionCookieName(), token, SESSION_SECONDS)
}

/** The Set-Cookie line that clears a browser's session cookie. */
export function endedSessionCookie(): string {
  return setCookieLine(sessionCookieName(), '', 0)
}

export function setCookieLine(name: string, value: string, seconds: number): string {
  const secure = usesSecureCookies() ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

/** Browsers keep `__Secure-` cookies off plain http, so the name follows the address that people use. */
export function usesSecureCookies(): boolean {
  return env().publicUrl.startsWith('https:')
}

export function sessionCookieName(): string {
  return `${usesSecureCookies() ? '__Secure-' : ''}next-auth.session-token`
}

export function findCookie(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const mark = part.indexOf('=')
    if (mark > 0 && part.slice(0, mark).trim() === name) return part.slice(mark + 1).trim()
  }
  return undefined
}

/** The person signed out: the token's session is over, also for copies of its cookie. */
export async function endSession(token: unknown): Promise<void> {
  const claims = SessionClaims.safeParse(token)
  if (claims.data?.session === undefined) return
  await takeSeenSession(claims.data.userId, claims.data.session)
  await endSessionById(claims.data.session)
}

export async function endSessionById(id: string): Promise<void> {
  const now = clock.now()
  // A cookie is given anew now and then; the last may have been given just before.
  await insertEndedSession(id, new Date(now.getTime() + SESSION_SECONDS * 1000))
  await deleteForgottenSessions(now, new Date(now.getTime() - SESSION_SECONDS * 1000))
}
