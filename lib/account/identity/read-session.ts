import { cookies } from 'next/headers'
import type { Session } from './schema'
import { readSessionToken, sessionCookieName } from './session'

/** The signed-in person, for server components. */
export async function readSession(): Promise<Session | null> {
  const cookie = (await cookies()).get(sessionCookieName())
  return cookie?.value ? readSessionToken(cookie.value) : null
}
