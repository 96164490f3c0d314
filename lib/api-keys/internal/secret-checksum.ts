import { crc32 } from 'node:zlib'

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** CRC-32 of the random part in six base62 digits: a mistyped or made-up secret is told apart without a look-up. */
export function secretChecksum(random: string): string {
  let rest = crc32(random)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = (base62[rest % 62] ?? '') + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
