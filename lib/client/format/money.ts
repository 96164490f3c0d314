const NANO_DIGITS = 9

type MoneyFormat = {
  /** Decimals that are always shown. */
  min?: number
  /** Decimals after which is rounded. */
  max?: number
  rounding?: 'half-up' | 'down'
}

/** A decimal string of the wire as dollars for people (`"1234.5"` → `$1,234.50`), without ever being a float. */
export function formatMoney(
  decimal: string,
  { min = 2, max = 2, rounding = 'half-up' }: MoneyFormat = {},
): string {
  const nanos = toNanos(decimal)
  if (nanos === null) return decimal
  const unit = 10n ** BigInt(NANO_DIGITS - max)
  const size = nanos < 0n ? -nanos : nanos
  const rounded = rounding === 'half-up' ? (size + unit / 2n) / unit : size / unit
  const digits = rounded.toString().padStart(max + 1, '0')
  const whole = digits.slice(0, digits.length - max).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = trimZeros(digits.slice(digits.length - max), min)
  return `${nanos < 0n && rounded > 0n ? '−' : ''}$${whole}${fraction ? `.${fraction}` : ''}`
}

/** A cost, which may be a tiny part of a cent: every digit that is not a trailing zero. */
export function formatCost(decimal: string): string {
  return formatMoney(decimal, { min: 2, max: NANO_DIGITS })
}

const SIGNIFICANT_DIGITS = 4

/** A cost where there is little room: cents from a dollar on, below it four significant digits. */
export function formatCostShort(decimal: string): string {
  const nanos = toNanos(decimal)
  if (nanos === null) return decimal
  const digits = (nanos < 0n ? -nanos : nanos).toString().length
  const max = digits > NANO_DIGITS ? 2 : Math.min(NANO_DIGITS, NANO_DIGITS - digits + SIGNIFICANT_DIGITS)
  return formatMoney(decimal, { min: 2, max })
}

/** A cost in a column: six decimals, so that the points align; more only where six would show nothing. */
export function formatCostInColumn(decimal: string): string {
  const nanos = toNanos(decimal)
  const vanishes = nanos !== null && nanos > 0n && nanos < 500n
  return vanishes ? formatCost(decimal) : formatMoney(decimal, { min: 6, max: 6 })
}

/** A price per token (`"0.000000150"`) as people quote it, per million (`$0.15`). */
export function formatPerMillion(decimal: string): string {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(decimal)
  if (!match) return decimal
  const [, whole = '0', fraction = ''] = match
  const digits = fraction.padEnd(6, '0')
  return formatMoney(`${BigInt(whole + digits.slice(0, 6))}.${digits.slice(6)}0`, {
    min: 2,
    max: NANO_DIGITS,
  })
}

/** How much of `whole` `part` is, 0–1. */
export function moneyShare(part: string, whole: string): number {
  const a = toNanos(part)
  const b = toNanos(whole)
  if (a === null || b === null || b <= 0n) return 0
  return Math.min(1, Math.max(0, Number((a * 10_000n) / b) / 10_000))
}

/** The difference of two decimal strings, as one. */
export function subtractMoney(from: string, amount: string): string {
  return fromNanos((toNanos(from) ?? 0n) - (toNanos(amount) ?? 0n))
}

/** Nano-dollars as a decimal string. */
export function fromNanos(nanos: bigint): string {
  const digits = (nanos < 0n ? -nanos : nanos).toString().padStart(NANO_DIGITS + 1, '0')
  return `${nanos < 0n ? '-' : ''}${digits.slice(0, -NANO_DIGITS)}.${digits.slice(-NANO_DIGITS)}`
}

/** Nano-dollars, or null when it is no decimal string. */
export function toNanos(decimal: string): bigint | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal)
  if (!match) return null
  const [, sign, whole = '0', fraction = ''] = match
  const nanos = BigInt(whole + fraction.slice(0, NANO_DIGITS).padEnd(NANO_DIGITS, '0'))
  return sign ? -nanos : nanos
}

function trimZeros(fraction: string, min: number): string {
  let end = fraction.length
  while (end > min && fraction[end - 1] === '0') end -= 1
  return fraction.slice(0, end)
}
