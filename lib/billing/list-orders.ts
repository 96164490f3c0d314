import type { Caller } from '@/lib/platform/caller'
import { listOrderRows } from './internal/orders/repository'
import type { OrdersQuery, OrdersReply } from './orders-schema'
import { presentOrder } from './presenter'

/** The customer's orders, newest first. */
export async function listOrders(caller: Caller, { limit, offset }: OrdersQuery): Promise<OrdersReply> {
  const { rows, total } = await listOrderRows(caller.customerId, { limit, offset })
  return { items: rows.map(presentOrder), total, limit, offset, has_more: offset + rows.length < total }
}
