import { formatCost } from '@/lib/client/format/money'

const nanosPerUsd = 1_000_000_000
const decimals = 9

/** Whole nano-dollars as dollars, with every digit that is not a trailing zero: 150 → `$0.00000015`. */
export function formatNanos(nanos: number): string {
  const digits = Math.round(nanos)
    .toString()
    .padStart(decimals + 1, '0')
  return formatCost(`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`)
}

/** `usage.cost`, which the wire gives as a JSON number of dollars. */
export function formatUsd(usd: number): string {
  return formatNanos(usd * nanosPerUsd)
}
