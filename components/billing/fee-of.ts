import type { CreditPackage } from '@/lib/billing/orders-schema'
import { subtractMoney } from '@/lib/client/format/money'

/** What of a package's price is not credited: the amount (the difference, so that the sum is always right) and its rate as `5%`. */
export function feeOf(
  { price, credit }: Pick<CreditPackage, 'price' | 'credit'>,
  rate: string,
): { amount: string; percent: string } {
  return { amount: subtractMoney(price, credit), percent: `${Number((Number(rate) * 100).toFixed(4))}%` }
}
