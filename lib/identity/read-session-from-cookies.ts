import { readSessionToken } from './internal/read-session-token'
import { findCookie, sessionCookieName } from './internal/session-cookie'
import type { Session } from './schema'

/** The signed-in person behind a request's Cookie header. */
export async function readSessionFromCookies(cookieHeader: string): Promise<Session | null> {
  const cookie = findCookie(cookieHeader, sessionCookieName())
  return cookie ? readSessionToken(cookie) : null
}
