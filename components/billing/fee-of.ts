import type { CreditPackage } from '@/lib/billing/orders-schema'
import { fromNanos, subtractMoney, toNanos } from '@/lib/client/format/money'

/** What of a package's price is not credited: the amount (the difference, so that the sum is always right) and its rate as `5%`. */
export function feeOf(
  { price, credit }: Pick<CreditPackage, 'price' | 'credit'>,
  rate: string,
): { amount: string; percent: string } {
  return { amount: subtractMoney(price, credit), percent: `${Number((Number(rate) * 100).toFixed(4))}%` }
}

const MILLIONTHS = 1_000_000n

/** What a price of one's own buys: exactly what the order will say, for a rate has at most six decimals. */
export function creditOf(price: string, rate: string): string {
  const kept = BigInt((rate.split('.')[1] ?? '').padEnd(6, '0'))
  return fromNanos(((toNanos(price) ?? 0n) * (MILLIONTHS - kept)) / MILLIONTHS)
}
