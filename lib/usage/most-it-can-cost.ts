import type { Price } from '@/lib/billing/price'
import { type Quantities, totalNanosOf } from '@/lib/billing/price-quantities'

/** The price of one request's worst case, in nano-USD: what its hold must cover. */
export function mostItCanCost(price: Price, worstCase: Quantities): bigint {
  return totalNanosOf(price, { ...worstCase, requests: 1 })
}
