import { Secret, TOTP } from 'otpauth'

// One-time codes by the clock (RFC 6238) as every authenticator app has them: SHA-1, six digits, thirty seconds.

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer })

/** RFC 4648, without padding. */
export const base32 = (bytes: Uint8Array): string => secretOf(bytes).base32

/**
 * What a QR code says to the app. The issuer stands before a colon and again as a parameter, and must be the same; spaces are %20,
 * since apps show a plus as it is.
 */
export function totpUri(secret: Uint8Array, email: string, issuer: string): string {
  const name = encodeURIComponent(issuer.replaceAll(/:\s*/g, ' '))
  return `otpauth://totp/${name}:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=${name}`
}

/**
 * The step whose code this is; undefined: none. A code counts one step before and after its own: clocks differ, and people type
 * slowly.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined // the library throws at six letters of more than a byte each
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: secretOf(secret), timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta
}
