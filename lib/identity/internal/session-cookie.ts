import { env } from '@/lib/platform/env'

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
