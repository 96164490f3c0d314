import { randomBytes } from 'node:crypto'

/** The stand-in's objects by id, with the fields that are used here. */
type Metadata = Record<string, string>

export type Session = {
  id: string
  object: 'checkout.session'
  url: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  mode: string
  client_reference_id: string | null
  metadata: Metadata
  currency: string
  amount_subtotal: number
  amount_total: number
  total_details: { amount_tax: number; amount_discount: number }
  payment_intent: string | null
  customer: string | null
  customer_details: { name: string | null; email: string | null } | null
  setup_intent: string | null
  expires_at: number
  success_url: string | null
  cancel_url: string | null
  locale: string | null
}

export type Intent = {
  id: string
  object: 'payment_intent'
  status: string
  amount: number
  currency: string
  customer: string | null
  created: number
  metadata: Metadata
  latest_charge: string | null
  last_payment_error: { code: string } | null
}

type SetupIntent = {
  id: string
  object: 'setup_intent'
  status: string
  customer: string
  payment_method: string
}

export type Charge = {
  id: string
  object: 'charge'
  payment_intent: string
  amount: number
  amount_refunded: number
  refunded: boolean
  disputed: boolean
  metadata: Metadata
  receipt_url: string
}

type Refund = {
  id: string
  object: 'refund'
  charge: string
  payment_intent: string
  amount: number
  status: 'succeeded' | 'failed'
  metadata: Metadata
}

export type Dispute = {
  id: string
  object: 'dispute'
  charge: string
  payment_intent: string
  amount: number
  status: string
  metadata: Metadata
}

type Customer = {
  id: string
  object: 'customer'
  email: string | null
  invoice_settings: { default_payment_method: string | null }
}

export type Card = {
  id: string
  object: 'payment_method'
  type: 'card'
  /** Null: it was detached. */
  customer: string | null
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
  /** Why its bank declines a charge without the cardholder; absent: it accepts. */
  refusal?: 'card_declined' | 'authentication_required'
}

export type Event = { id: string; object: 'event'; type: string; created: number; data: { object: unknown } }

export class StripeState {
  readonly sessions = new Map<string, Session>()
  readonly intents = new Map<string, Intent>()
  readonly charges = new Map<string, Charge>()
  readonly refunds = new Map<string, Refund>()
  readonly disputes = new Map<string, Dispute>()
  readonly setups = new Map<string, SetupIntent>()
  readonly customers = new Map<string, Customer>()
  readonly cards = new Map<string, Card>()
  /** Everything that happened, in the right order, each with the object as it was then. */
  readonly events: Event[] = []

  /** The events of one payment, by whichever id they give; `sessionId` is its intent's where it has no page. */
  eventsOf(sessionId: string): Event[] {
    const intent = this.intents.has(sessionId) ? sessionId : this.sessions.get(sessionId)?.payment_intent
    const charges = [...this.charges.values()].filter(({ payment_intent }) => payment_intent === intent)
    const names = new Set([sessionId, intent, ...charges.map(({ id }) => id)])
    return this.events.filter(({ data }) => {
      const object = Object(data.object)
      return names.has(object.id) || (intent != null && object.payment_intent === intent)
    })
  }

  /** The bank has paid. */
  charge(intent: Intent): void {
    const id = stripeId('ch')
    this.charges.set(id, {
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
    this.emit('charge.succeeded', got(this.charges, id))
    this.emit('payment_intent.succeeded', intent)
  }

  emit(type: string, object: unknown): void {
    const created = Math.floor(Date.now() / 1000)
    const data = { object: structuredClone(object) }
    this.events.push({ id: stripeId('evt'), object: 'event', type, created, data })
  }
}

export function stripeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

/** The value of a key that must exist. */
export function got<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key | null): Value {
  const value = key === null ? undefined : map.get(key)
  if (value === undefined) throw new Error(`the stand-in has no ${String(key)}`)
  return value
}
