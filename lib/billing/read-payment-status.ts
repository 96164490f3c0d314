import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { findOrder } from './internal/orders/repository'
import type { Order } from './orders-schema'
import { presentOrder } from './presenter'

/** One order, as far as its payment has come. */
export async function readPaymentStatus(caller: Caller, orderId: string): Promise<Order> {
  const order = await findOrder({ id: orderId, customerId: caller.customerId })
  if (order === undefined) throw new AppError('not_found')
  return presentOrder(order)
}
