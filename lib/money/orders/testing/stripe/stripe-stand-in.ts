import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import Stripe from 'stripe'
import { env } from '@/lib/platform/env'
import { answerCall, parseForm, StripeFault } from './stripe-api'
import {
  type Charge,
  type Dispute,
  type Event,
  got,
  type Session,
  StripeState,
  stripeId,
} from './stripe-state'

/** Actions of others at Stripe: customers pay, banks decline, the operator refunds, cardholders dispute. */
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
      customer: session.customer,
      created: Math.floor(Date.now() / 1000),
      metadata: { ...session.metadata },
      latest_charge: null,
      last_payment_error: null,
    })
    if (!isDelayed) this.charge(session)
    this.state.emit('checkout.session.completed', session)
  }

  /** The customer completes the card page. Returns the card's id. */
  saveCard(sessionId: string, refusal?: 'card_declined' | 'authentication_required'): string {
    const session = got(this.state.sessions, sessionId)
    const [payment_method, setup] = [stripeId('pm'), stripeId('seti')]
    session.customer ??= this.newCustomer(session)
    const { customer } = session
    const card = { brand: 'visa', last4: refusal ? '0341' : '4242', exp_month: 4, exp_year: 2031 }
    this.state.cards.set(payment_method, {
      id: payment_method,
      object: 'payment_method',
      type: 'card',
      customer,
      card,
      ...(refusal && { refusal }),
    })
    const made = { id: setup, object: 'setup_intent' as const, status: 'succeeded', customer, payment_method }
    this.state.setups.set(setup, made)
    Object.assign(session, { status: 'complete', url: null, setup_intent: setup })
    this.state.emit('checkout.session.completed', session)
    return payment_method
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

  /** The operator refunds some of the money, or all that is left. Returns the refund's id. */
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

  /** A refund fails at the bank. */
  failRefund(refundId: string): void {
    const refund = got(this.state.refunds, refundId)
    const charge = got(this.state.charges, refund.charge)
    refund.status = 'failed'
    charge.amount_refunded -= refund.amount
    charge.refunded = false
    this.state.emit('refund.failed', refund)
    this.state.emit('charge.refund.updated', refund)
  }

  /** The cardholder disputes the rest of the charge. Returns the dispute's id. */
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
    session.payment_status = 'paid'
    this.state.charge(got(this.state.intents, session.payment_intent))
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
    const { sessions, intents } = this.state
    const intent = intents.get(sessionId) ?? got(intents, got(sessions, sessionId).payment_intent)
    return got(this.state.charges, intent.latest_charge)
  }
}

/** `hang`: it never answers. `cut`: it refuses the connection. `lose`: it performs the call, and its answer is lost. */
type Trouble = { status: number; body?: object } | 'hang' | 'cut' | 'lose'
export type HeardCall = { method: string; path: string; idempotencyKey: string | undefined; text: string }

/**
 * Enough of Stripe for the official SDK, over HTTP and with a memory: checkout sessions, payment and setup intents, charges,
 * customers and cards, refunds, disputes, idempotency keys, errors as `{error:{…}}`, a list of events, and signed
 * events that can be delivered as often and in whatever order a test likes.
 */
export class StripeStandIn {
  readonly state = new StripeState()
  readonly payer = new Payer(this.state)
  readonly calls: HeardCall[] = []
  readonly webhookSecret = 'whsec_stand_in_for_tests'
  readonly secretKey = 'sk_test_stand_in'
  /** The fault of a call; none by default. */
  trouble: (call: HeardCall) => Trouble | undefined = () => undefined
  private readonly answers = new Map<string, { text: string; status: number; body: string }>()
  private readonly server: Server

  private constructor() {
    this.server = createServer((request, response) => {
      this.serve(request, response).catch(() => response.destroy())
    })
    this.server.keepAliveTimeout = 0 // it would close a connection that a late process just reused
  }

  static async start(): Promise<StripeStandIn> {
    const made = new StripeStandIn()
    await new Promise<void>((resolve) => made.server.listen(0, '127.0.0.1', resolve))
    return made
  }

  get origin(): string {
    const address = this.server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  /** An event as Stripe's webhook sends it. */
  sign(event: Event, secret = this.webhookSecret, timestamp = Math.floor(Date.now() / 1000)) {
    return this.signText(JSON.stringify(event), secret, timestamp)
  }

  signText(text: string, secret = this.webhookSecret, timestamp = Math.floor(Date.now() / 1000)) {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: text, secret, timestamp })
    return { text, headers: { 'stripe-signature': signature, 'content-type': 'application/json' } }
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const url = new URL(request.url ?? '/', this.origin)
    const call = {
      method: request.method ?? 'GET',
      path: url.pathname,
      idempotencyKey: request.headers['idempotency-key']?.toString(),
      text: Buffer.concat(chunks).toString('utf8'),
    }
    this.calls.push(call)
    const trouble = this.trouble(call)
    if (trouble === 'hang') return
    if (trouble === 'cut') {
      response.destroy()
      return
    }
    const { status, body } =
      typeof trouble === 'object' ? troubled(trouble) : this.answer(call, url, request.headers.authorization)
    if (trouble === 'lose') {
      response.destroy()
      return
    }
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': `req_${this.calls.length}`,
    })
    response.end(body)
  }

  private answer(
    call: HeardCall,
    url: URL,
    authorization: string | undefined,
  ): { status: number; body: string } {
    const key = call.method === 'POST' ? call.idempotencyKey : undefined
    const before = key === undefined ? undefined : this.answers.get(key)
    if (before)
      return before.text === call.text
        ? before
        : errorAnswer(
            new StripeFault(400, {
              type: 'idempotency_error',
              message:
                'Keys for idempotent requests can only be used with the same parameters they were first used with.',
            }),
          )
    try {
      if (authorization !== `Bearer ${this.secretKey}`)
        throw new StripeFault(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
      const parts = { method: call.method, path: call.path, query: url.searchParams, origin: this.origin }
      const body = JSON.stringify(answerCall(this.state, { ...parts, body: parseForm(call.text) }))
      if (key !== undefined) this.answers.set(key, { text: call.text, status: 200, body })
      return { status: 200, body }
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error
      const answer = errorAnswer(error)
      // A bank's refusal is an answer too: the same key is refused again without asking the bank.
      if (key !== undefined && error.status === 402) this.answers.set(key, { text: call.text, ...answer })
      return answer
    }
  }
}

function troubled({ status, body }: { status: number; body?: object }) {
  const said = body ?? { error: { type: 'api_error', message: 'out of order' } }
  return { status, body: JSON.stringify(said) }
}

function errorAnswer({ status, error }: StripeFault): { status: number; body: string } {
  return { status, body: JSON.stringify({ error }) }
}

/** For tests: configures Stripe with the stand-in. */
export async function startStripe(): Promise<StripeStandIn> {
  const stripe = await StripeStandIn.start()
  Object.assign(env(), {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.origin,
  })
  return stripe
}
