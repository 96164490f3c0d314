import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import { countUnsettledOrders } from './internal/orders/repository'

/** Throws `payment_under_way` while money of a customer is on its way to us or disputed. */
export async function refuseWhilePaying(customerId: string, transaction: Transaction): Promise<void> {
  if ((await countUnsettledOrders(customerId, transaction)) > 0) throw new AppError('payment_under_way')
}
