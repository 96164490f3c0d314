import { secretChecksum } from './internal/secret-checksum'

const shape = /^sk-portico-([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

export type SecretParts = { prefix: string; last4: string }

/** What may be shown of a secret; undefined when the text cannot be a secret of ours. */
export function parseSecret(text: string): SecretParts | undefined {
  const match = shape.exec(text)
  const random = match?.[1]
  if (random === undefined || secretChecksum(random) !== match?.[2]) return undefined
  return { prefix: text.slice(0, 'sk-portico-'.length + 4), last4: text.slice(-4) }
}
