import { type Charge, type Dispute, got, type Session, type StripeState, stripeId } from './stripe-state'

/** What happens at Stripe and not at our wish: people pay, banks refuse, the operator refunds, card holders dispute. */
export class Payer {
  constructor(private readonly state: StripeState) {}

  /** The customer pays; `isDelayed`: with a method that the bank confirms later. */
  pay(sessionId: string, { isDelayed = false, taxCents = 0 } = {}): void {
    const session = got(this.state.sessions, sessionId)
    if (session.status !== 'open') throw new Error('this payment page is closed')
    const intentId = stripeId('pi')
    session.status = 'complete'
    session.url = null
    session.total_details.amount_tax = taxCents
    session.amount_total = session.amount_subtotal + taxCents
    session.payment_intent = intentId
    session.customer ??= this.newCustomer(session)
    session.customer_details = { name: 'Zoë Łódzka', email: 'zoe@example.com' }
    this.state.intents.set(intentId, {
      id: intentId,
      object: 'payment_intent',
      status: 'processing',
      amount: session.amount_total,
      currency: session.currency,
      metadata: { ...session.metadata },
      latest_charge: null,
    })
    if (!isDelayed) this.charge(session)
    this.state.emit('checkout.session.completed', session)
  }

  /** The bank answers. */
  settle(sessionId: string, isGood: boolean): void {
    const session = got(this.state.sessions, sessionId)
    if (isGood) {
      this.charge(session)
      this.state.emit('checkout.session.async_payment_succeeded', session)
      return
    }
    const intent = got(this.state.intents, session.payment_intent)
    intent.status = 'requires_payment_method'
    this.state.emit('payment_intent.payment_failed', intent)
    this.state.emit('checkout.session.async_payment_failed', session)
  }

  expire(sessionId: string): void {
    const session = got(this.state.sessions, sessionId)
    if (session.status !== 'open') throw new Error('only an open payment page can expire')
    session.status = 'expired'
    session.url = null
    this.state.emit('checkout.session.expired', session)
  }

  /** The operator gives back some of the money, or all that is left. Answers the refund's id. */
  refund(sessionId: string, cents?: number): string {
    const charge = this.chargeOf(sessionId)
    const amount = cents ?? charge.amount - charge.amount_refunded
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    const refund = {
      id: stripeId('re'),
      object: 'refund' as const,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      amount,
      status: 'succeeded' as const,
      metadata: {},
    }
    this.state.refunds.set(refund.id, refund)
    this.state.emit('refund.created', refund)
    this.state.emit('charge.refunded', charge)
    return refund.id
  }

  /** The bank sends a refund back. */
  failRefund(refundId: string): void {
    const refund = got(this.state.refunds, refundId)
    const charge = got(this.state.charges, refund.charge)
    refund.status = 'failed'
    charge.amount_refunded -= refund.amount
    charge.refunded = false
    this.state.emit('refund.failed', refund)
    this.state.emit('charge.refund.updated', refund)
  }

  /** The card holder disputes what is left of the charge. Answers the dispute's id. */
  dispute(sessionId: string, status = 'needs_response'): string {
    const charge = this.chargeOf(sessionId)
    charge.disputed = true
    const dispute: Dispute = {
      id: stripeId('dp'),
      object: 'dispute',
      charge: charge.id,
      payment_intent: charge.payment_intent,
      amount: charge.amount - charge.amount_refunded,
      status,
      metadata: {},
    }
    this.state.disputes.set(dispute.id, dispute)
    this.state.emit('charge.dispute.created', dispute)
    this.state.emit('charge.dispute.funds_withdrawn', dispute)
    return dispute.id
  }

  closeDispute(disputeId: string, status: 'won' | 'lost' | 'warning_closed'): void {
    const dispute = got(this.state.disputes, disputeId)
    dispute.status = status
    this.state.emit('charge.dispute.closed', dispute)
    if (status === 'won') this.state.emit('charge.dispute.funds_reinstated', dispute)
  }

  private charge(session: Session): void {
    const intent = got(this.state.intents, session.payment_intent)
    const id = stripeId('ch')
    this.state.charges.set(id, {
      id,
      object: 'charge',
      payment_intent: intent.id,
      amount: intent.amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      metadata: { ...intent.metadata },
      receipt_url: `https://pay.stripe.test/receipts/${id}`,
    })
    intent.status = 'succeeded'
    intent.latest_charge = id
    session.payment_status = 'paid'
    session.invoice = this.newInvoice()
    this.state.emit('charge.succeeded', got(this.state.charges, id))
    this.state.emit('payment_intent.succeeded', intent)
    this.state.emit('invoice.paid', got(this.state.invoices, session.invoice))
  }

  private newInvoice(): string {
    const id = stripeId('in')
    this.state.invoices.set(id, {
      id,
      object: 'invoice',
      number: `PORTICO-${String(this.state.invoices.size + 1).padStart(4, '0')}`,
      status: 'paid',
      hosted_invoice_url: `https://invoice.stripe.test/${id}`,
      invoice_pdf: `https://invoice.stripe.test/${id}/pdf`,
    })
    return id
  }

  private newCustomer(session: Session): string {
    const id = stripeId('cus')
    const email = session.customer_details?.email ?? null
    this.state.customers.set(id, {
      id,
      object: 'customer',
      email,
      invoice_settings: { default_payment_method: null },
    })
    return id
  }

  private chargeOf(sessionId: string): Charge {
    const intent = got(this.state.intents, got(this.state.sessions, sessionId).payment_intent)
    return got(this.state.charges, intent.latest_charge)
  }
}
