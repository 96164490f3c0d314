import { hash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import { type Caller, callLimitsOf, requirePerson } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import {
  deleteExpiredSessions,
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

/** The claims of a session cookie. */
const SessionClaims = z.object({
  userId: z.string(),
  customerId: z.string(),
  /** The person's session generation at sign-in; sessions of earlier generations have ended. */
  generation: z.number().default(0),
  /** Identifies this browser's session, for signing out. */
  session: z.string().optional(),
})

/** `exp` is in seconds since 1970. */
const SessionToken = SessionClaims.extend({ exp: z.number() })
type SessionToken = z.infer<typeof SessionToken>

// A cookie's claims never change, and decrypting is the expensive part.
const tokens = new LRUCache<string, SessionToken>({ max: 5_000 })

/** Null for an invalid or expired cookie, an ended session or a deleted person. */
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
    limits: callLimitsOf(user.customer),
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

/** Lifetime of a session. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60

/** The claims of a new session. */
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

/** Browsers reject `__Secure-` cookies over plain http, so the name follows the scheme of the public URL. */
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

/** Ends the token's session, also for copies of its cookie. */
export async function endSession(token: unknown): Promise<void> {
  const claims = SessionClaims.safeParse(token)
  if (claims.data?.session === undefined) return
  await deleteSeenSession(claims.data.userId, claims.data.session)
  await endSessionById(claims.data.session)
}

async function endSessionById(id: string): Promise<void> {
  const now = clock.now()
  // The cookie may have been renewed just before, so the end is remembered for a full lifetime.
  await insertEndedSession(id, new Date(now.getTime() + SESSION_SECONDS * 1000))
  await deleteExpiredSessions(now, new Date(now.getTime() - SESSION_SECONDS * 1000))
}

/** How often a session's use is recorded. */
const RECORDED_MILLIS = 5 * 60_000
const MAX_AGENT_CHARACTERS = 300

const recorded = new LRUCache<string, true>({ max: 10_000, ttl: RECORDED_MILLIS })

/** Records the use of a session in the background; if that fails, the next use is recorded. */
export function recordSession({ sessionId, userId }: Session, userAgent: string | undefined): void {
  if (sessionId === null || recorded.has(sessionId)) return
  recorded.set(sessionId, true)
  const seen = {
    id: sessionId,
    userId,
    userAgent: (userAgent ?? '').slice(0, MAX_AGENT_CHARACTERS),
    seenAt: clock.now(),
  }
  saveSeenSession(seen).catch((error: unknown) => {
    recorded.delete(sessionId)
    logger.warn({ err: String(error) }, 'the use of a session was not recorded')
  })
}

/** The person's sessions, most recently used first. */
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

/** Ends a session immediately on every node. Throws `not_found`. */
export async function signOutSession(caller: Caller, id: string): Promise<SessionList> {
  const person = requirePerson(caller)
  // Other ids are not looked up: PostgreSQL rejects text with a NUL, for example.
  const isOurs = /^[0-9a-f-]{36}$/.test(id)
  if (!isOurs || !(await deleteSeenSession(person, id))) throw new AppError('not_found')
  await endSessionById(id)
  return listSessions(caller)
}

/** Order matters: most user agents also contain the names of other browsers. */
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

/** Such as `Firefox on Windows`, by the user agent. */
export function describeDevice(userAgent: string): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [find(browsers) ?? 'Unknown browser', find(systems)].filter(Boolean).join(' on ')
}
