import { clock } from '@/lib/platform/clock'
import { judgeReading } from './judge-reading'
import type { OrderRow } from './order-row'
import type { PaymentReading } from './reading'
import { applyToOrder, takeTicket } from './repository'

/**
 * Ends an order that is still pending by what we know ourselves. Where `read` gives nothing, or something else happened to
 * the order first, it stays as it is. Answers the order as it then stands.
 */
export async function changePendingOrder(
  orderId: string,
  read: (order: OrderRow, now: Date) => PaymentReading | undefined,
): Promise<OrderRow | undefined> {
  const taken = await takeTicket(orderId)
  if (taken === undefined) return undefined
  const { ticket } = taken
  const { order } = await applyToOrder({ id: orderId, ticket }, (before) => {
    const now = clock.now()
    const reading = before.status === 'pending' ? read(before, now) : undefined
    return reading && judgeReading(before, { reading, hint: {}, ticket }, now)
  })
  return order
}
