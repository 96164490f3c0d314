import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { findOrder } from './internal/orders/repository'
import type { Order } from './orders-schema'
import { presentOrder } from './presenter'
import { readPaymentsMode } from './read-payments-mode'

/** An order that is paid on our own sandbox page. There is none, for anyone, unless payments are the sandbox's. */
export async function readSandboxOrder(caller: Caller, orderId: string): Promise<Order> {
  const order =
    readPaymentsMode() === 'sandbox'
      ? await findOrder({ id: orderId, customerId: caller.customerId })
      : undefined
  if (order?.gateway !== 'sandbox') throw new AppError('not_found')
  return presentOrder(order)
}
