import { randomBytes } from 'node:crypto'

/** What the stand-in keeps: Stripe's objects, as far as we use them, by their ids. */
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
  invoice: string | null
  expires_at: number
  success_url: string | null
  cancel_url: string | null
  locale: string | null
}

type Intent = {
  id: string
  object: 'payment_intent'
  status: string
  amount: number
  currency: string
  metadata: Metadata
  latest_charge: string | null
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

type Invoice = {
  id: string
  object: 'invoice'
  number: string
  status: 'paid'
  hosted_invoice_url: string
  invoice_pdf: string
}

type Customer = {
  id: string
  object: 'customer'
  email: string | null
  invoice_settings: { default_payment_method: string | null }
}

type Card = {
  id: string
  object: 'payment_method'
  type: 'card'
  customer: string
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
}

export type Event = { id: string; object: 'event'; type: string; created: number; data: { object: unknown } }

export class StripeState {
  readonly sessions = new Map<string, Session>()
  readonly intents = new Map<string, Intent>()
  readonly charges = new Map<string, Charge>()
  readonly refunds = new Map<string, Refund>()
  readonly disputes = new Map<string, Dispute>()
  readonly invoices = new Map<string, Invoice>()
  readonly customers = new Map<string, Customer>()
  readonly cards = new Map<string, Card>()
  /** Everything that happened, in the right order, each with the object as it was then. */
  readonly events: Event[] = []

  /** The events of one payment, by whatever name they call it. */
  eventsOf(sessionId: string): Event[] {
    const intent = this.sessions.get(sessionId)?.payment_intent
    const charges = [...this.charges.values()].filter(({ payment_intent }) => payment_intent === intent)
    const names = new Set([sessionId, intent, ...charges.map(({ id }) => id)])
    return this.events.filter(({ data }) => {
      const object = Object(data.object)
      return names.has(object.id) || (intent != null && object.payment_intent === intent)
    })
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

/** The one that must be there. */
export function got<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key | null): Value {
  const value = key === null ? undefined : map.get(key)
  if (value === undefined) throw new Error(`the stand-in has no ${String(key)}`)
  return value
}
