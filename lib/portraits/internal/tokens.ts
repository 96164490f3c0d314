import { createHash, randomBytes } from 'node:crypto'

/** Of a check; only its SHA-256 is kept. */
export function newToken(): string {
  return `vvt_${randomBytes(32).toString('base64url')}`
}

export function digestOf(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(token).digest())
}
