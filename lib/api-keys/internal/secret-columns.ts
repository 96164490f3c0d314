import { parseSecret } from '../parse-secret'
import { digestToBytes, secretDigest } from './secret-digest'

/** What is kept of a secret. */
export function secretColumns(secret: string) {
  const parts = parseSecret(secret)
  if (parts === undefined) throw new Error('not a secret of ours')
  return { secretHash: digestToBytes(secretDigest(secret)), keyPrefix: parts.prefix, last4: parts.last4 }
}
