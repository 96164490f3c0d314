import { formatMoney, toNanos } from '@/lib/client/format/money'

const NANOS = 1_000_000_000n

/**
 * Costs that stand below each other have as many decimals each: cents where one of them is a dollar or more, four where
 * one is a cent or more, else six.
 */
export function formatBeside(costs: readonly string[]): (cost: string) => string {
  const largest = costs.reduce((most, cost) => max(most, toNanos(cost) ?? 0n), 0n)
  const decimals = largest >= NANOS ? 2 : largest >= NANOS / 100n ? 4 : 6
  const least = `0.${'1'.padStart(decimals, '0')}`
  return (cost) => {
    const nanos = toNanos(cost) ?? 0n
    if (nanos > 0n && nanos < (toNanos(least) ?? 0n)) return `<$${least}`
    return formatMoney(cost, { min: decimals, max: decimals })
  }
}

const max = (a: bigint, b: bigint) => (a > b ? a : b)
