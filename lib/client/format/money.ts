const NANO_DIGITS = 9
const NANOS = 1_000_000_000n

/** The decimals of an amount: at least `min`, at most `max`. */
type Digits = { min: number; max: number }

type Place = {
  digits: (nanos: bigint) => Digits
  /** Never shows more than there is. */
  roundsDown?: true
  /** An amount too small for its digits is shown as `<$0.000001`, not as zero. */
  marksSmall?: true
}

const cents: Digits = { min: 2, max: 2 }

/**
 * Where money is shown, and with how many digits. All money in the browser is formatted by this table. The digits depend on the
 * amount alone, not on those beside it, so that one amount has one spelling on a page; `Amount` aligns a column.
 */
const places = {
  /** Available credit. */
  balance: { digits: centsOrMillionths, roundsDown: true },
  /** What a customer pays for credit. */
  payment: { digits: () => cents },
  /**
   * Unit prices and amounts that must be exact: all digits. Orders as well: older ones have fractions of a cent and must add
   * up.
   */
  exact: { digits: () => ({ min: 2, max: NANO_DIGITS }) },
  /** What was or will be spent: on a request, a task, a day, a key. */
  sum: { digits: centsOrMillionths, marksSmall: true },
} satisfies Record<string, Place>

export type MoneyPlace = keyof typeof places

/** Cents from a dollar up. Below, as many of six decimals as there are, so that the cost of a single request shows. */
function centsOrMillionths(nanos: bigint): Digits {
  return sizeOf(nanos) < NANOS ? { min: 2, max: 6 } : cents
}

/** Formats a decimal string of the wire as dollars (`"1234.5"` → `$1,234.50`), never through a float. */
export function formatMoney(decimal: string, at: MoneyPlace): string {
  const nanos = toNanos(decimal)
  if (nanos === null) return decimal
  const place: Place = places[at]
  const { min, max } = place.digits(nanos)
  const unit = 10n ** BigInt(NANO_DIGITS - max)
  const size = sizeOf(nanos)
  if (place.marksSmall && nanos > 0n && size < unit) return `<${write(1n, { min, max })}`
  const rounded = place.roundsDown ? size / unit : (size + unit / 2n) / unit
  return `${nanos < 0n && rounded > 0n ? '−' : ''}${write(rounded, { min, max })}`
}

/** How many decimals a formatted amount has. */
export function decimalsOf(text: string): number {
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
}

/** `count` units of the last of `max` decimals. */
function write(count: bigint, { min, max }: Digits): string {
  const digits = count.toString().padStart(max + 1, '0')
  const whole = digits.slice(0, digits.length - max).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = trimZeros(digits.slice(digits.length - max), min)
  return `$${whole}${fraction ? `.${fraction}` : ''}`
}

/** A price per token (`"0.000000150"`) as a price per million tokens (`$0.15`). */
export function formatPerMillion(decimal: string): string {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(decimal)
  if (!match) return decimal
  const [, whole = '0', fraction = ''] = match
  const digits = fraction.padEnd(6, '0')
  return formatMoney(`${BigInt(whole + digits.slice(0, 6))}.${digits.slice(6)}0`, 'exact')
}

/** `25.000000` → `25.00`, as typed into a form. */
export function plainAmount(usd: string): string {
  return usd.replace(/(\.\d\d\d*?)0+$/, '$1')
}

/** A whole number of nano-dollars as a decimal string. */
export function fromNanos(nanos: number | bigint): string {
  const whole = BigInt(typeof nanos === 'number' ? Math.round(nanos) : nanos)
  const digits = sizeOf(whole)
    .toString()
    .padStart(NANO_DIGITS + 1, '0')
  return `${whole < 0n ? '-' : ''}${digits.slice(0, -NANO_DIGITS)}.${digits.slice(-NANO_DIGITS)}`
}

/** `part` as a share of `whole`, from 0 to 1. */
export function moneyShare(part: string, whole: string): number {
  const a = toNanos(part)
  const b = toNanos(whole)
  if (a === null || b === null || b <= 0n) return 0
  return Math.min(1, Math.max(0, Number((a * 10_000n) / b) / 10_000))
}

/** The difference of two decimal strings, as a decimal string. */
export function subtractMoney(from: string, amount: string): string {
  return fromNanos((toNanos(from) ?? 0n) - (toNanos(amount) ?? 0n))
}

/** A decimal string in nano-dollars, or null if it is not one. */
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

function sizeOf(nanos: bigint): bigint {
  return nanos < 0n ? -nanos : nanos
}
