import { createHash } from 'node:crypto'

/** Base64, as Content-MD5 wants it. */
export function md5Of(bytes: string | Buffer): string {
  return createHash('md5').update(bytes).digest('base64')
}
