import { hash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import { type Caller, requirePerson } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import {
  deleteForgottenSessions,
  deleteSeenSession,
  findUserById,
  insertEndedSession,
  isEndedSession,
  listSeenSessions,
  saveSeenSession,
} from './repository'
import type { Session, SessionList } from './schema'

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
  await deleteSeenSession(claims.data.userId, claims.data.session)
  await endSessionById(claims.data.session)
}

export async function endSessionById(id: string): Promise<void> {
  const now = clock.now()
  // A cookie is given anew now and then; the last may have been given just before.
  await insertEndedSession(id, new Date(now.getTime() + SESSION_SECONDS * 1000))
  await deleteForgottenSessions(now, new Date(now.getTime() - SESSION_SECONDS * 1000))
}

/** How often a session's use is recorded. */
const NOTED_MILLIS = 5 * 60_000
const LONGEST_AGENT = 300

const noted = new LRUCache<string, true>({ max: 10_000, ttl: NOTED_MILLIS })

/** Records that a session is used by such a browser, without waiting; if that fails, the next use is recorded. */
export function noteSession({ sessionId, userId }: Session, userAgent: string | undefined): void {
  if (sessionId === null || noted.has(sessionId)) return
  noted.set(sessionId, true)
  const seen = {
    id: sessionId,
    userId,
    userAgent: (userAgent ?? '').slice(0, LONGEST_AGENT),
    seenAt: clock.now(),
  }
  saveSeenSession(seen).catch((error: unknown) => {
    noted.delete(sessionId)
    logger.warn({ err: String(error) }, 'the use of a session was not recorded')
  })
}

/** Where the person at the console is signed in, the latest use first. */
export async function listSessions(caller: Caller): Promise<SessionList> {
  const userId = requirePerson(caller)
  const since = new Date(clock.now().getTime() - SESSION_SECONDS * 1000)
  const rows = await listSeenSessions(userId, since)
  const data = rows.map(({ id, userAgent, createdAt, seenAt }) => ({
    id,
    device: describeDevice(userAgent),
    is_current: id === caller.sessionId,
    created_at: createdAt.toISOString(),
    last_seen_at: seenAt.toISOString(),
  }))
  return { object: 'list', data, has_more: false, next_cursor: '' }
}

/** Signs the person out there, at once on every node. Throws `not_found`. */
export async function signOutSession(caller: Caller, id: string): Promise<SessionList> {
  const person = requirePerson(caller)
  // Other ids are not looked up: PostgreSQL rejects text with a NUL, for example.
  const isOurs = /^[0-9a-f-]{36}$/.test(id)
  if (!isOurs || !(await deleteSeenSession(person, id))) throw new AppError('not_found')
  await endSessionById(id)
  return listSessions(caller)
}

/** In this order: most browsers call themselves by the names of others too. */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** `Firefox on Windows`, as far as the browser tells. */
export function describeDevice(userAgent: string): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [find(browsers) ?? 'Unknown browser', find(systems)].filter(Boolean).join(' on ')
}
