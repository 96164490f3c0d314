/** Money is a whole number of nano-dollars (1e-9 USD). Only these functions convert it. */
const NANOS_PER_USD = 1_000_000_000n

/** `"12.340000"`: six decimals, nine where exactness needs more. */
export function formatUsd(nanos: bigint): string {
  const sign = nanos < 0n ? '-' : ''
  const absolute = nanos < 0n ? -nanos : nanos
  const fraction = (absolute % NANOS_PER_USD).toString().padStart(9, '0').replace(/000$/, '')
  return `${sign}${absolute / NANOS_PER_USD}.${fraction}`
}

/** `"$0.001234"`, for people: at least two decimals, and as many as the amount needs. */
export function formatUsdForPeople(nanos: bigint): string {
  const sign = nanos < 0n ? '-' : ''
  const exact = formatUsd(nanos < 0n ? -nanos : nanos)
  const trimmed = exact.replace(/0+$/, '')
  const [dollars = '0', cents = ''] = trimmed.split('.')
  return `${sign}$${dollars}.${cents.padEnd(2, '0')}`
}

/** For JSON and metrics that have numbers. */
export function toUsdNumber(nanos: bigint): number {
  return Number(nanos) / Number(NANOS_PER_USD)
}

/** Parses a decimal string of at most nine decimals; undefined if it is invalid. */
export function parseUsd(text: string): bigint | undefined {
  const match = /^(-?)(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text)
  if (match === null) return undefined
  const nanos = BigInt(match[2] ?? '0') * NANOS_PER_USD + BigInt((match[3] ?? '').padEnd(9, '0'))
  return match[1] === '-' ? -nanos : nanos
}
