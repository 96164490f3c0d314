import { assignEvents, listEarlyEvents } from '../stripe/repository'
import { findOrder } from './repository'
import { syncOrder } from './sync-order'

/**
 * A refund or a dispute may be heard of before the payment itself, and its event need not name the order. What such events
 * said counts once the order knows its payment, wherever Stripe cannot be asked for the charge.
 */
export async function applyEarlyEvents(orderId: string): Promise<void> {
  const paymentIntentId = (await findOrder({ id: orderId }))?.paymentIntentId
  if (!paymentIntentId) return
  const early = await listEarlyEvents(paymentIntentId)
  for (const { id, type, hint } of early) await syncOrder(orderId, { hint, event: { id, type } })
  if (early.length > 0)
    await assignEvents(
      early.map(({ id }) => id),
      orderId,
    )
}
