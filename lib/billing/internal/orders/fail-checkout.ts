import { changePendingOrder } from './change-pending-order'

/** The payment page could not be opened, so nobody can have paid on it. */
export async function failCheckout(orderId: string): Promise<void> {
  await changePendingOrder(orderId, (order) =>
    order.sessionId === null ? { payment: 'open', failure: 'checkout_failed' } : undefined,
  )
}
