import { hash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import { type Caller, callLimitsOf, requirePerson, spendLimitsOf } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { mayDo, Role } from '@/lib/platform/roles'
import {
  deleteExpiredSessions,
  deleteSeenSession,
  findMemberOf,
  insertEndedSession,
  isEndedSession,
  listSeenSessions,
  saveSeenSession,
} from './repository'
import type { Session, SessionList } from './schema'

/** The signed-in person behind a request's Cookie header. */
export async function readSessionFromCookies(cookieHeader: string): Promise<Session | null> {
  const cookie = await findSessionCookie(cookieHeader)
  return cookie ? readSessionToken(cookie) : null
}

/** The session cookie that we wrote: a browser sends those of another application at our parent domain too, often first. */
export async function findSessionCookie(cookieHeader: string): Promise<string | undefined> {
  for (const cookie of findCookies(cookieHeader, sessionCookieName()).slice(0, 8))
    if ((await readToken(cookie)) !== null) return cookie
  return undefined
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
async function readSessionToken(cookie: string): Promise<Session | null> {
  const token = await readToken(cookie)
  return token === null || token.exp * 1000 <= clock.now().getTime() ? null : readPerson(token)
}

/** The person and the organization that the session acts for: the one in its cookie, or the personal one after leaving that. */
export async function readPerson(token: unknown): Promise<Session | null> {
  const claims = SessionClaims.safeParse(token)
  if (!claims.success) return null
  const { userId, customerId, generation, session } = claims.data
  const [user, hasEnded] = await Promise.all([
    findMemberOf(userId),
    session !== undefined && isEndedSession(session),
  ])
  if (user === null || hasEnded || user.sessionGeneration !== generation) return null
  const inOrganization = (id: string) => user.memberships.find((one) => one.customerId === id)
  const membership = inOrganization(customerId) ?? inOrganization(user.customerId) ?? user.memberships[0]
  if (membership === undefined) return null
  const { customer } = membership
  if (customer.isDemo && !env().demo) return null
  const member = { id: membership.id, role: Role.parse(membership.role) }
  return {
    userId: user.id,
    customerId: customer.id,
    email: user.email,
    name: user.name,
    organization: customer.name,
    member,
    isOperator: customer.isOperator && mayDo(member.role, 'organization.manage'),
    isSuspended: customer.suspendedAt !== null,
    limits: callLimitsOf(customer),
    spendLimits: spendLimitsOf({ customer, member: membership }),
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

type Person = { id: string; customerId: string; currentCustomerId: string | null; sessionGeneration: number }

/** The claims of a new session. */
export function sessionClaims(person: Person) {
  return {
    sub: person.id,
    userId: person.id,
    customerId: person.currentCustomerId ?? person.customerId,
    generation: person.sessionGeneration,
    session: randomUUID(),
  }
}

/** The Set-Cookie line that signs a person in, as next-auth writes it. */
export function sessionCookieFor(person: Person): Promise<string> {
  return cookieOf(sessionClaims(person))
}

/** The Set-Cookie line with which the same session acts for another organization. Null without a session. */
export async function switchedCookie(cookieHeader: string, customerId: string): Promise<string | null> {
  const cookie = await findSessionCookie(cookieHeader)
  const token = cookie === undefined ? null : await readToken(cookie)
  return token === null ? null : cookieOf({ ...token, sub: token.userId, customerId })
}

async function cookieOf(claims: z.infer<typeof SessionClaims> & { sub: string }): Promise<string> {
  const token = await encode({ token: claims, secret: env().NEXTAUTH_SECRET, maxAge: SESSION_SECONDS })
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
  return findCookies(header, name)[0]
}

function findCookies(header: string, name: string): string[] {
  return header.split(';').flatMap((part) => {
    const mark = part.indexOf('=')
    return mark > 0 && part.slice(0, mark).trim() === name ? [part.slice(mark + 1).trim()] : []
  })
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
  // The cookie may have been replaced just before, so the end is remembered for a full lifetime.
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
