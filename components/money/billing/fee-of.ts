import { fromNanos, subtractMoney, toNanos } from '@/lib/client/format/money'
import type { CreditPackage } from '@/lib/money/orders/orders-schema'

/** The fee in a price: its amount (price minus credit, so that both always add up) and its rate as `5%`. */
export function feeOf(
  { price, credit }: Pick<CreditPackage, 'price' | 'credit'>,
  rate: string,
): { amount: string; percent: string } {
  return { amount: subtractMoney(price, credit), percent: `${Number((Number(rate) * 100).toFixed(4))}%` }
}

const MILLIONTHS = 1_000_000n

const CENT = 10_000_000n

/** The credit for a custom amount. As for the order, the fee is rounded to a cent, half a cent up. */
export function creditOf(price: string, rate: string): string {
  const millionths = BigInt((rate.split('.')[1] ?? '').padEnd(6, '0'))
  const cents = (toNanos(price) ?? 0n) / CENT
  return fromNanos((cents - (cents * millionths + MILLIONTHS / 2n) / MILLIONTHS) * CENT)
}
