import { encode } from 'next-auth/jwt'
import { env } from '@/lib/platform/env'
import { SESSION_SECONDS, sessionClaims } from './session-claims'
import { sessionCookieName, usesSecureCookies } from './session-cookie'

/** The Set-Cookie line that signs a person in, as next-auth writes it. */
export async function sessionCookieFor(person: Parameters<typeof sessionClaims>[0]): Promise<string> {
  const token = await encode({
    token: sessionClaims(person),
    secret: env().NEXTAUTH_SECRET,
    maxAge: SESSION_SECONDS,
  })
  const secure = usesSecureCookies() ? '; Secure' : ''
  return `${sessionCookieName()}=${token}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Lax${secure}`
}
