import { formatUsd } from '@/lib/platform/money'
import { readBalance } from '../balance'
import { createCheckout } from '../create-checkout'
import { readPaymentStatus } from '../orders'
import type { Order } from '../orders-schema'
import { receivePaymentEvent } from '../payment-events'
import { listCreditsOf } from './list-credits-of'
import type { Buyer } from './new-buyer'
import type { StripeStandIn } from './stripe/stripe-stand-in'
import type { Event } from './stripe/stripe-state'

/** For tests: an order from "Buy" on, to be paid for at the stand-in. */
export class OrderLife {
  constructor(
    readonly stripe: StripeStandIn,
    readonly buyer: Buyer,
    readonly orderId: string,
    readonly sessionId: string,
  ) {}

  static async begin(stripe: StripeStandIn, buyer: Buyer, innerId = 1): Promise<OrderLife> {
    const request = { channel: 'stripe', inner_id: innerId, currency: 'USD', locale: 'auto' } as const
    const { order_id, session_id } = await createCheckout(buyer.caller, request, { isOwnRequest: true })
    return new OrderLife(stripe, buyer, order_id, session_id)
  }

  /** The events of this order so far, in the right order. */
  get events(): Event[] {
    return this.stripe.state.eventsOf(this.sessionId)
  }

  /** The id of what the latest event of a type is about. */
  latest(type: string): string {
    return Object(this.events.findLast((event) => event.type === type)?.data.object).id
  }

  deliver(event: Event): Promise<unknown> {
    const { text, headers } = this.stripe.sign(event)
    return receivePaymentEvent(Buffer.from(text), headers['stripe-signature'])
  }

  async deliverAll(events: readonly Event[] = this.events): Promise<void> {
    for (const event of events) await this.deliver(event)
  }

  order(): Promise<Order> {
    return readPaymentStatus(this.buyer.caller, this.orderId)
  }

  /** What this order has brought by now, in nano-dollars, by the ledger's entries. */
  async credit(): Promise<bigint> {
    const entries = await listCreditsOf(this.orderId)
    return entries.reduce((sum, { amountNanos }) => sum + amountNanos, 0n)
  }

  /** What became of the order, of its customer's balance, and of the ledger. */
  async outcome() {
    const { status, refunded_amount } = await this.order()
    const { balance, total_purchased } = await readBalance(this.buyer.caller)
    const entries = await listCreditsOf(this.orderId)
    const credits = entries.map(({ kind, amountNanos }) => `${kind} ${formatUsd(amountNanos)}`)
    return { status, refunded_amount, balance, total_purchased, credits }
  }
}
