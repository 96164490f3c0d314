import { readBalance } from '@/lib/money/ledger/balance'
import { pool } from '@/lib/platform/db'
import { formatUsd } from '@/lib/platform/money'
import { createCheckout } from '../checkout'
import { readPaymentStatus } from '../orders'
import type { Order } from '../orders-schema'
import { receivePaymentEvent } from '../payment-events'
import type { Buyer } from './new-buyer'
import type { StripeStandIn } from './stripe/stripe-stand-in'
import type { Event } from './stripe/stripe-state'

/** For tests: an order from its checkout on, paid at the Stripe stand-in. */
export class OrderLife {
  constructor(
    readonly stripe: StripeStandIn,
    readonly buyer: Buyer,
    readonly orderId: string,
    readonly sessionId: string,
  ) {}

  static async begin(stripe: StripeStandIn, buyer: Buyer, innerId = 1): Promise<OrderLife> {
    const common = { channel: 'stripe', amount: undefined, currency: 'USD', locale: 'auto' } as const
    const request = { ...common, inner_id: innerId }
    const { order_id, session_id } = await createCheckout(buyer.caller, request, { hasIdempotencyKey: true })
    return new OrderLife(stripe, buyer, order_id, session_id)
  }

  /** The events of this order so far, in the right order. */
  get events(): Event[] {
    return this.stripe.state.eventsOf(this.sessionId)
  }

  /** The id of the object of the latest event of a type. */
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

  /** The credit of this order so far in nano-USD, by the ledger's entries. */
  async credit(): Promise<bigint> {
    const entries = await listCreditsOf(this.orderId)
    return entries.reduce((sum, { amountNanos }) => sum + amountNanos, 0n)
  }

  /** The state of the order, its customer's balance, and the ledger. */
  async outcome() {
    const { status, refunded_amount } = await this.order()
    const { balance, total_purchased } = await readBalance(this.buyer.caller)
    const entries = await listCreditsOf(this.orderId)
    const credits = entries.map(({ kind, amountNanos }) => `${kind} ${formatUsd(amountNanos)}`)
    return { status, refunded_amount, balance, total_purchased, credits }
  }
}

/** For tests: an order's ledger entries in sequence; positive amounts are credits. */
export async function listCreditsOf(orderId: string): Promise<{ kind: string; amountNanos: bigint }[]> {
  const { rows } = await pool.query(
    `SELECT e.kind, CASE WHEN e.credit_account = o.customer_id THEN e.amount_nanos ELSE -e.amount_nanos END AS "amountNanos"
       FROM ledger_entries e, orders o WHERE o.id = $1 AND e.key LIKE 'order:' || $1 || ':%'
      ORDER BY e.created_at, e.kind <> 'purchase', e.key`,
    [orderId],
  )
  return rows
}

/**
 * For tests: what may happen to an order at Stripe, step by step, and where it ends: its status, and how many thousandths
 * of its credit are left. The price is ten dollars.
 */
export type OrderOutcome = { name: string; steps: Step[]; status: string; left: bigint }
type Step = (life: OrderLife) => unknown

const pay: Step = ({ stripe, sessionId }) => stripe.payer.pay(sessionId)
const payLate: Step = ({ stripe, sessionId }) => stripe.payer.pay(sessionId, { isDelayed: true })
const bankAgrees: Step = ({ stripe, sessionId }) => stripe.payer.settle(sessionId, true)
const bankRefuses: Step = ({ stripe, sessionId }) => stripe.payer.settle(sessionId, false)
const expire: Step = ({ stripe, sessionId }) => stripe.payer.expire(sessionId)
const refund =
  (cents?: number): Step =>
  ({ stripe, sessionId }) =>
    stripe.payer.refund(sessionId, cents)
const refundIsSentBack: Step = (life) => life.stripe.payer.failRefund(life.latest('refund.created'))
const dispute: Step = ({ stripe, sessionId }) => stripe.payer.dispute(sessionId)
const close =
  (outcome: 'won' | 'lost'): Step =>
  (life) =>
    life.stripe.payer.closeDispute(life.latest('charge.dispute.created'), outcome)

export const orderOutcomes: OrderOutcome[] = [
  { name: 'paid', steps: [pay], status: 'paid', left: 1000n },
  { name: 'paid late', steps: [payLate, bankAgrees], status: 'paid', left: 1000n },
  { name: 'refused late', steps: [payLate, bankRefuses], status: 'failed', left: 0n },
  { name: 'never paid', steps: [expire], status: 'expired', left: 0n },
  { name: 'refunded in full', steps: [pay, refund(1), refund()], status: 'refunded', left: 0n },
  {
    name: 'refunded in parts, of which one is sent back by the bank',
    steps: [pay, refund(200), refund(300), refundIsSentBack, refund(100)],
    status: 'partially_refunded',
    left: 700n,
  },
  { name: 'disputed', steps: [pay, dispute], status: 'disputed', left: 0n },
  {
    name: 'refunded in part, disputed and won',
    steps: [pay, refund(250), dispute, close('won')],
    status: 'partially_refunded',
    left: 750n,
  },
  {
    name: 'refunded in part, disputed and charged back',
    steps: [pay, refund(250), dispute, close('lost')],
    status: 'charged_back',
    left: 0n,
  },
]

/** For tests: each item one to three times, in an order derived from the numbers. */
export function scatter<T>(items: readonly T[], numbers: Iterator<number>): T[] {
  const next = () => numbers.next().value ?? 0
  const copies = items.flatMap((item) =>
    Array.from({ length: 1 + (next() % 3) }, () => ({ item, rank: next() })),
  )
  return copies.sort((one, other) => one.rank - other.rank).map(({ item }) => item)
}
