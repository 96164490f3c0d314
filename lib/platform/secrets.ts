import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { env } from './env'
import { remember } from './remember'

/**
 * Secrets that have to be shown again are stored sealed (AES-256-GCM, by a key derived from `NEXTAUTH_SECRET`): whoever
 * reads the database alone learns none of them. `purpose` names kind and owner; sealed bytes open for no other.
 */
const CIPHER = 'aes-256-gcm'
const FORMAT = 1
const IV_BYTES = 12
const TAG_BYTES = 16

export function seal(purpose: string, text: string): Buffer {
  return sealBytes(purpose, Buffer.from(text))
}

export function sealBytes(purpose: string, bytes: Uint8Array): Buffer<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyFor('sealed secrets'), iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([Buffer.of(FORMAT), iv, cipher.getAuthTag(), sealed])
}

/** Undefined when it was sealed for another purpose or by another `NEXTAUTH_SECRET`, or is not whole. */
export function unseal(purpose: string, sealed: Uint8Array): string | undefined {
  return unsealBytes(purpose, sealed)?.toString('utf8')
}

export function unsealBytes(purpose: string, sealed: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(sealed)
  const contentAt = 1 + IV_BYTES + TAG_BYTES
  if (bytes.length < contentAt || bytes[0] !== FORMAT) return undefined
  const decipher = createDecipheriv(CIPHER, keyFor('sealed secrets'), bytes.subarray(1, 1 + IV_BYTES))
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(1 + IV_BYTES, contentAt))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(contentAt)), decipher.final()])
  } catch {
    return undefined
  }
}

/**
 * Signs a link of ours, so that whoever holds it may do what it says and nothing else. The first part names the kind of
 * link, so that a signature of one kind is worth nothing for another.
 */
export function signLink(parts: readonly (string | number)[]): string {
  // As JSON: no two lists of parts can read the same.
  return createHmac('sha256', keyFor('links'))
    .update(JSON.stringify(parts.map(String)))
    .digest('base64url')
}

export function isLinkSignature(parts: readonly (string | number)[], signature: string): boolean {
  const expected = Buffer.from(signLink(parts))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** A key of its own for each use, so that the sessions' secret signs sessions alone. */
function keyFor(use: 'sealed secrets' | 'links'): Buffer {
  return remember(`key for ${use}`, () =>
    Buffer.from(hkdfSync('sha256', env().NEXTAUTH_SECRET, '', `portico ${use}`, 32)),
  )
}
