import { LRUCache } from 'lru-cache'
import { type Caller, requirePerson } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { listSeenSessions, saveSeenSession, takeSeenSession } from './repository'
import type { Session, SessionList } from './schema'
import { endSessionById, SESSION_SECONDS } from './session'

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
    logger.warn({ err: String(error) }, 'the use of a session was not written down')
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
  if (!isOurs || !(await takeSeenSession(person, id))) throw new AppError('not_found')
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
  return [find(browsers) ?? 'Another program', find(systems)].filter(Boolean).join(' on ')
}
