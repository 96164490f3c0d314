import { createHmac } from 'node:crypto'

/** `v1,<base64>`: HMAC-SHA256 by the bytes that a `whsec_…` secret stands for. */
export function signText(secret: string, text: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}
