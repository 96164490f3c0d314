import { randomBytes } from 'node:crypto'
import { base62, secretChecksum } from './internal/secret-checksum'

const RANDOM_LENGTH = 43
/** Bytes from here on would make the first digits of the alphabet likelier than the rest. */
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
