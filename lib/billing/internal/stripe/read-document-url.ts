import type { DocumentType } from '../../orders-schema'
import type { OrderRow } from '../orders/order-row'
import { askStripeFor } from './ask-stripe'
import { parseReply } from './parse-reply'
import { StripeInvoice, StripePaymentIntent, StripeSession } from './stripe-objects'

/** Where Stripe shows its invoice or receipt of an order, asked anew each time for these links end; undefined: it made none. */
export function readDocumentUrl(order: OrderRow, type: DocumentType): Promise<string | undefined> {
  return type === 'invoice' ? readInvoiceUrl(order) : readReceiptUrl(order)
}

async function readInvoiceUrl({ invoiceId, sessionId }: OrderRow): Promise<string | undefined> {
  const id = invoiceId ?? (sessionId === null ? undefined : await readInvoiceId(sessionId))
  if (id === undefined) return undefined
  const reply = await askStripeFor((stripe) => stripe.invoices.retrieve(id))
  const invoice = reply && parseReply(StripeInvoice, reply)
  return invoice?.hosted_invoice_url ?? invoice?.invoice_pdf ?? undefined
}

/** Stripe makes the invoice a moment after the payment, which may be later than we looked. */
async function readInvoiceId(sessionId: string): Promise<string | undefined> {
  const reply = await askStripeFor((stripe) => stripe.checkout.sessions.retrieve(sessionId))
  const invoice = reply && parseReply(StripeSession, reply).invoice
  return (typeof invoice === 'object' ? invoice?.id : invoice) ?? undefined
}

async function readReceiptUrl({ paymentIntentId: id }: OrderRow): Promise<string | undefined> {
  if (id === null) return undefined
  const reply = await askStripeFor((stripe) =>
    stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
  )
  const charge = reply && parseReply(StripePaymentIntent, reply).latest_charge
  return (typeof charge === 'object' ? charge?.receipt_url : undefined) ?? undefined
}
