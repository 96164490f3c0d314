import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { env } from './env'
import { remember } from './remember'

/**
 * Signs a link of ours, so that whoever holds it may do what it says and nothing else. The first part names the kind of
 * link, so that a signature of one kind is worth nothing for another.
 */
export function signLink(parts: readonly (string | number)[]): string {
  // As JSON: no two lists of parts can read the same.
  return createHmac('sha256', linkKey())
    .update(JSON.stringify(parts.map(String)))
    .digest('base64url')
}

export function isLinkSignature(parts: readonly (string | number)[], signature: string): boolean {
  const expected = Buffer.from(signLink(parts))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** A key of its own, so that the sessions' secret signs sessions alone. */
function linkKey(): Buffer {
  return remember('link-key', () =>
    Buffer.from(hkdfSync('sha256', env().NEXTAUTH_SECRET, '', 'portico links', 32)),
  )
}
