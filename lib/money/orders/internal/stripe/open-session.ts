import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { paths } from '@/lib/client/paths'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { formatUsdForPeople } from '@/lib/platform/money'
import { isLinkSignature, signLink } from '@/lib/platform/secrets'
import { feeNanosOf, nanosOfCents } from '../../offer'
import type { OrderRow } from '../orders/order'
import { askStripe, parseReply, StripeSession } from './client'
import { forgetStripeCustomer } from './repository'

/**
 * Opens Stripe's payment page for an order. Everything sent follows from the order, and the order's id is the
 * idempotency key: called again, it returns the same session.
 */
export async function openSession(
  order: OrderRow,
): Promise<{ sessionId: string; checkoutUrl: string; paymentIntentId: string | null }> {
  const { session, url } = await openPage(order, sessionParameters(order), order.id)
  const intent = session.payment_intent
  return {
    sessionId: session.id,
    checkoutUrl: url,
    paymentIntentId: (typeof intent === 'object' ? intent?.id : intent) ?? null,
  }
}

/** Opens Stripe's page on which a customer saves a card that may be charged without it. Each call opens another. */
export async function openCardSession(
  customerId: string,
  stripeCustomerId: string | null,
): Promise<{ session_id: string; url: string }> {
  const { publicUrl } = env()
  const parameters: Stripe.Checkout.SessionCreateParams = {
    mode: 'setup',
    allowed_payment_method_types: ['card'],
    currency: 'usd',
    client_reference_id: customerId,
    metadata: { customer_id: customerId },
    success_url: publicUrl + paths.billingCardSaved,
    cancel_url: publicUrl + paths.billing,
  }
  const { session, url } = await openPage(
    { customerId, stripeCustomerId, buyerEmail: '' },
    parameters,
    randomUUID(),
  )
  return { session_id: session.id, url }
}

async function openPage(
  buyer: Buyer,
  parameters: Stripe.Checkout.SessionCreateParams,
  idempotencyKey: string,
): Promise<{ session: StripeSession; url: string }> {
  const reply = await askStripe((stripe) => create(stripe, buyer, parameters, idempotencyKey))
  const session = parseReply(StripeSession, reply)
  if (!session.url) throw new AppError('upstream_error', { message: 'The payment provider gave no page.' })
  return { session, url: session.url }
}

/** A payer that Stripe knows, or an address to send the receipt to. */
type Payer = Pick<Stripe.Checkout.SessionCreateParams, 'customer' | 'customer_email' | 'customer_creation'>

type Buyer = Pick<OrderRow, 'customerId' | 'stripeCustomerId' | 'buyerEmail'>

async function create(
  stripe: Stripe,
  { customerId, stripeCustomerId, buyerEmail }: Buyer,
  parameters: Stripe.Checkout.SessionCreateParams,
  idempotencyKey: string,
): Promise<Stripe.Checkout.Session> {
  const payer: Payer =
    stripeCustomerId === null
      ? { customer_creation: 'always', ...(buyerEmail !== '' && { customer_email: buyerEmail }) }
      : { customer: stripeCustomerId }
  const { sessions } = stripe.checkout
  try {
    return await sessions.create({ ...parameters, ...payer }, { idempotencyKey })
  } catch (error) {
    // The payer was deleted at Stripe, or Stripe does not accept the address: the page asks for one then.
    if (!isAboutPayer(error, stripe)) throw error
    if (stripeCustomerId !== null) await forgetStripeCustomer(customerId, stripeCustomerId)
    const other = { ...parameters, customer_creation: 'always' as const }
    return sessions.create(other, { idempotencyKey: `${idempotencyKey}:new-payer` })
  }
}

function isAboutPayer(error: unknown, { errors }: Stripe): boolean {
  if (!(error instanceof errors.StripeInvalidRequestError)) return false
  return error.param === 'customer' || error.param === 'customer_email'
}

function sessionParameters(order: OrderRow): Stripe.Checkout.SessionCreateParams {
  const metadata = {
    order_id: order.id,
    channel: 'stripe',
    inner_id: String(order.innerId),
    customer_id: order.customerId,
  }
  const { publicUrl } = env()
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: lineItems(order),
    client_reference_id: order.id,
    metadata,
    payment_intent_data: { metadata, description: `Order ${order.id}` },
    // Prices are in US dollars, and what is checked before credit is given is that amount.
    adaptive_pricing: { enabled: false },
    saved_payment_method_options: { payment_method_save: 'enabled' },
    locale: order.locale,
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
    success_url: publicUrl + paths.billingReturn(order.id),
    cancel_url: `${publicUrl}/api/checkout/cancel?order=${order.id}&signature=${cancelSignature(order.id)}`,
  }
}

/** The credit and, where there is one, the fee: in whole cents, which together are the price. */
function lineItems(order: OrderRow): Stripe.Checkout.SessionCreateParams.LineItem[] {
  const feeCents = Math.round(Number(feeNanosOf(order)) / Number(nanosOfCents(1)))
  const line = (
    unit_amount: number,
    product_data: Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData,
  ) => ({
    quantity: 1,
    price_data: { currency: 'usd', unit_amount, tax_behavior: 'exclusive' as const, product_data },
  })
  const description = `${formatUsdForPeople(order.creditNanos)} of credit for API usage`
  return [
    line(order.priceCents - feeCents, { name: 'API credit', description }),
    ...(feeCents > 0 ? [line(feeCents, { name: 'Platform fee' })] : []),
  ]
}

/** The languages that Stripe's payment page speaks. */
const locales = [
  ...['auto', 'bg', 'cs', 'da', 'de', 'el', 'en', 'en-GB', 'es', 'es-419', 'et', 'fi', 'fil', 'fr', 'fr-CA'],
  ...['hi-IN', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'mt', 'nb', 'nl', 'pl', 'pt', 'pt-BR'],
  ...['ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'vi', 'zh', 'zh-HK', 'zh-TW'],
]

/**
 * The payment page's code for a language, ignoring case and hyphen; without its country where the page does not know
 * it; `auto`, the browser's own, for a language that it does not speak.
 */
export function checkoutLocale(asked: string): string {
  const wanted = asked.toLowerCase().replaceAll('_', '-')
  const spoken = (name: string | undefined) => locales.find((locale) => locale.toLowerCase() === name)
  return spoken(wanted) ?? spoken(wanted.split('-')[0]) ?? 'auto'
}

/** Proves that a cancel link is ours: only the payment page of the order has it. */
function cancelSignature(orderId: string): string {
  return signLink(['cancel-checkout', orderId])
}

export function isCancelSignature(orderId: string, signature: string): boolean {
  return isLinkSignature(['cancel-checkout', orderId], signature)
}
