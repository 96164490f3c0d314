import { isOpenOrder, type Order } from '@/lib/billing/orders-schema'
import { formatMoney } from '@/lib/client/format/money'

/** What an order gave or may yet give; null where its payment came to nothing. */
export function formatCredit({ status, paid_at, credit_amount }: Order): string | null {
  return paid_at !== null || isOpenOrder(status) ? formatMoney(credit_amount) : null
}
