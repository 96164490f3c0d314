import { createHmac, timingSafeEqual } from 'node:crypto'

/** One-time codes by the clock (RFC 6238): SHA-1, six digits, thirty seconds, as every authenticator app has them. */
const STEP_SECONDS = 30
const DIGITS = 6
/** A code counts one step before and after its own: clocks differ, and people type slowly. */
const TOLERANCE = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
}

/**
 * What a QR code says to the app. The issuer stands before a colon and again as a parameter, and must be the same; spaces are %20,
 * since apps show a plus as it is.
 */
export function totpUri(secret: Uint8Array, email: string, issuer: string): string {
  const name = encodeURIComponent(issuer.replaceAll(/:\s*/g, ' '))
  return `otpauth://totp/${name}:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=${name}`
}

export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/** The step whose code this is, of those that count at that moment; undefined: none. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  const present = Math.floor(now.getTime() / 1000 / STEP_SECONDS)
  const given = Buffer.from(code)
  for (let step = present - TOLERANCE; step <= present + TOLERANCE; step++) {
    const right = Buffer.from(totpCode(secret, step))
    if (given.length === right.length && timingSafeEqual(given, right)) return step
  }
  return undefined
}
