import { createHash, randomBytes } from 'node:crypto'

/** For how long a link in a mail is good. */
export const LINK_MINUTES = 60

/** What a link carries, and what is kept of it. */
export function newLinkToken(): { token: string; hash: Uint8Array<ArrayBuffer> } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashLinkToken(token) }
}

export function hashLinkToken(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(token).digest())
}

export function linkEnd(now: Date): Date {
  return new Date(now.getTime() + LINK_MINUTES * 60_000)
}
