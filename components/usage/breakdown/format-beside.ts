import { formatMoney, toNanos } from '@/lib/client/format/money'

const NANOS = 1_000_000_000n

/** Costs that stand below each other have as many decimals each: cents where one of them is a dollar or more, else four. */
export function formatBeside(costs: readonly string[]): (cost: string) => string {
  const isLarge = costs.some((cost) => (toNanos(cost) ?? 0n) >= NANOS)
  const decimals = isLarge ? 2 : 4
  const least = isLarge ? NANOS / 100n : NANOS / 10_000n
  return (cost) => {
    const nanos = toNanos(cost) ?? 0n
    if (nanos > 0n && nanos < least) return isLarge ? '<$0.01' : '<$0.0001'
    return formatMoney(cost, { min: decimals, max: decimals })
  }
}
