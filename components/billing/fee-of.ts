import type { CreditPackage } from '@/lib/billing/orders-schema'
import { toNanos } from '@/lib/client/format/money'

/** What of a package's price is not credited: the amount (the difference, so that the sum is always right) and its rate as `5%`. */
export function feeOf(
  { price, credit }: Pick<CreditPackage, 'price' | 'credit'>,
  rate: string,
): { amount: string; percent: string } {
  const nanos = (toNanos(price) ?? 0n) - (toNanos(credit) ?? 0n)
  const digits = nanos.toString().padStart(10, '0')
  return {
    amount: `${digits.slice(0, -9)}.${digits.slice(-9)}`,
    percent: `${Number((Number(rate) * 100).toFixed(4))}%`,
  }
}
