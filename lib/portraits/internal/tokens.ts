import { createHash, randomBytes } from 'node:crypto'

/** What callers and phones carry; only its SHA-256 is kept. */
export function newToken(prefix: 'vvt' | 'phone'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}

export function digestOf(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(token).digest())
}
