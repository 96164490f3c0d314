import { cookies } from 'next/headers'
import { readSessionToken } from './internal/read-session-token'
import { sessionCookieName } from './internal/session-cookie'
import type { Session } from './schema'

/** The signed-in person, for server components. */
export async function readSession(): Promise<Session | null> {
  const cookie = (await cookies()).get(sessionCookieName())
  return cookie?.value ? readSessionToken(cookie.value) : null
}
