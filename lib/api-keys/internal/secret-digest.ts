import { hash } from 'node:crypto'

/** The SHA-256 of a secret in hex: all that is ever stored, compared or cached of it. */
export function secretDigest(secret: string): string {
  return hash('sha256', secret, 'hex')
}

export function digestToBytes(digest: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(digest, 'hex'))
}

export function bytesToDigest(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
