import type { OrderLife } from './order-life'

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
