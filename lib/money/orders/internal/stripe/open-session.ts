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
 * Opens Stripe's payment page for an order. The parameters are derived from the order alone and its id is the idempotency key, so
 * calling again returns the same session.
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

/** Opens Stripe's page for saving a card for automatic charges. Each call opens another page. */
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
  if (!session.url)
    throw new AppError('upstream_error', { message: 'The payment provider returned no payment page.' })
  return { session, url: session.url }
}

/** A customer that Stripe knows, or an email address for the receipt. */
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
    // The payer was deleted at Stripe, or Stripe rejects the address: then the page asks for one.
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
    // Credit is added only for the exact amount in US dollars.
    adaptive_pricing: { enabled: false },
    saved_payment_method_options: { payment_method_save: 'enabled' },
    locale: order.locale,
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
    success_url: publicUrl + paths.billingReturn(order.id),
    cancel_url: `${publicUrl}/api/checkout/cancel?order=${order.id}&signature=${cancelSignature(order.id)}`,
  }
}

/** The credit and the fee, if any, in whole cents that add up to the price. */
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

/** Languages of Stripe's payment page. */
const locales = [
  ...['auto', 'bg', 'cs', 'da', 'de', 'el', 'en', 'en-GB', 'es', 'es-419', 'et', 'fi', 'fil', 'fr', 'fr-CA'],
  ...['hi-IN', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'mt', 'nb', 'nl', 'pl', 'pt', 'pt-BR'],
  ...['ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'vi', 'zh', 'zh-HK', 'zh-TW'],
]

/**
 * The payment page's code for a language, ignoring case and `_` or `-`; without the country where the page lacks it; `auto`, the
 * browser's language, for an unsupported one.
 */
export function checkoutLocale(requested: string): string {
  const wanted = requested.toLowerCase().replaceAll('_', '-')
  const supported = (name: string | undefined) => locales.find((locale) => locale.toLowerCase() === name)
  return supported(wanted) ?? supported(wanted.split('-')[0]) ?? 'auto'
}

/** Signs the cancel link, which only the order's payment page has. */
function cancelSignature(orderId: string): string {
  return signLink(['cancel-checkout', orderId])
}

export function isCancelSignature(orderId: string, signature: string): boolean {
  return isLinkSignature(['cancel-checkout', orderId], signature)
}
