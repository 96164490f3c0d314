import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { digestToBytes } from './repository'

/** How the secret of a key is made, recognized and stored. */
const RANDOM_LENGTH = 43
/** Bytes from here on are rejected: they would make the first characters likelier than the rest. */
const FAIR_BELOW = 248

export function generateSecret(): string {
  let random = ''
  while (random.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(RANDOM_LENGTH)) {
      if (byte < FAIR_BELOW && random.length < RANDOM_LENGTH) random += base62[byte % 62]
    }
  }
  return `sk-portico-${random}${secretChecksum(random)}`
}

const shape = /^sk-portico-([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

type SecretParts = { prefix: string; last4: string }

/** The visible parts of a secret; undefined for a malformed one. */
export function parseSecret(text: string): SecretParts | undefined {
  const match = shape.exec(text)
  const random = match?.[1]
  if (random === undefined || secretChecksum(random) !== match?.[2]) return undefined
  return { prefix: text.slice(0, 'sk-portico-'.length + 4), last4: text.slice(-4) }
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** CRC-32 of the random part in six base62 digits: mistyped and made-up secrets need no lookup. */
function secretChecksum(random: string): string {
  let rest = crc32(random)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = (base62[rest % 62] ?? '') + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** The SHA-256 of a secret in hex. The secret itself is never stored, compared or cached. */
export function secretDigest(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** The stored columns of a secret. */
export function secretColumns(secret: string) {
  const parts = parseSecret(secret)
  if (parts === undefined) throw new Error('malformed secret')
  return { secretHash: digestToBytes(secretDigest(secret)), keyPrefix: parts.prefix, last4: parts.last4 }
}
