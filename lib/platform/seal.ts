import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
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
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, sealingKey(), iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(FORMAT), iv, cipher.getAuthTag(), sealed])
}

/** Undefined when it was sealed for another purpose or by another `NEXTAUTH_SECRET`, or is not whole. */
export function unseal(purpose: string, sealed: Uint8Array): string | undefined {
  const bytes = Buffer.from(sealed)
  const textAt = 1 + IV_BYTES + TAG_BYTES
  if (bytes.length < textAt || bytes[0] !== FORMAT) return undefined
  const decipher = createDecipheriv(CIPHER, sealingKey(), bytes.subarray(1, 1 + IV_BYTES))
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(1 + IV_BYTES, textAt))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function sealingKey(): Buffer {
  return remember('sealing-key', () =>
    Buffer.from(hkdfSync('sha256', env().NEXTAUTH_SECRET, '', 'portico sealed secrets', 32)),
  )
}
