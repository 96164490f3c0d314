'use client'

import type { Order } from '@/lib/billing/orders-schema'
import { useNow } from '../data/use-now'
import { ClosedCheckout } from './closed-checkout'
import { OrderSummary } from './order-summary'
import { SandboxPayment } from './sandbox-payment'

/** The sandbox payment page: what is bought, and how the payment shall end. */
export function SandboxCheckout({ order, needsLink }: { order: Order; needsLink: boolean }) {
  const isOver = useNow() > Date.parse(order.expires_at)
  return (
    <main className="mx-auto grid w-full max-w-5xl flex-1 content-start gap-x-20 gap-y-10 px-6 py-8 sm:px-10 md:grid-cols-2 md:py-16">
      <OrderSummary order={order} />
      {order.status !== 'pending' || isOver ? (
        <ClosedCheckout order={order} />
      ) : (
        <SandboxPayment order={order} needsLink={needsLink} />
      )}
    </main>
  )
}
