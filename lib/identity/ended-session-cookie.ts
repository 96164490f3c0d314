import { sessionCookieName, usesSecureCookies } from './internal/session-cookie'

/** The Set-Cookie line that takes a browser's session cookie back. */
export function endedSessionCookie(): string {
  const secure = usesSecureCookies() ? '; Secure' : ''
  return `${sessionCookieName()}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`
}
