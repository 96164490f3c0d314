import type Stripe from 'stripe'
import { nanosOfCents } from '@/lib/billing/offer'
import { paths } from '@/lib/client/paths'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { formatUsdForPeople } from '@/lib/platform/money'
import { isLinkSignature, signLink } from '@/lib/platform/secrets'
import type { OrderRow } from '../orders/order-row'
import { askStripe, parseReply } from './ask-stripe'
import { forgetStripeCustomer } from './repository'
import { StripeSession } from './stripe-objects'

/**
 * Opens Stripe's payment page for an order. Everything sent follows from the order, and the order's id is the
 * idempotency key: called again, it gives the same session.
 */
export async function openSession(
  order: OrderRow,
): Promise<{ sessionId: string; checkoutUrl: string; paymentIntentId: string | null }> {
  const session = parseReply(StripeSession, await askStripe((stripe) => create(order, stripe)))
  if (!session.url) throw new AppError('upstream_error', { message: 'The payment provider gave no page.' })
  const intent = session.payment_intent
  return {
    sessionId: session.id,
    checkoutUrl: session.url,
    paymentIntentId: (typeof intent === 'object' ? intent?.id : intent) ?? null,
  }
}

/** Who will pay: a payer that Stripe knows, or an address to send the receipt to. */
type Payer = Pick<Stripe.Checkout.SessionCreateParams, 'customer' | 'customer_email' | 'customer_creation'>

async function create(order: OrderRow, stripe: Stripe): Promise<Stripe.Checkout.Session> {
  const { stripeCustomerId, buyerEmail } = order
  const payer: Payer =
    stripeCustomerId === null
      ? { customer_creation: 'always', ...(buyerEmail !== '' && { customer_email: buyerEmail }) }
      : { customer: stripeCustomerId }
  try {
    return await createFor(stripe, order, payer, order.id)
  } catch (error) {
    // The payer was deleted at Stripe, or Stripe does not take the address: the page asks for one then.
    if (!isAboutPayer(error, stripe)) throw error
    if (stripeCustomerId !== null) await forgetStripeCustomer(order.customerId, stripeCustomerId)
    return createFor(stripe, order, { customer_creation: 'always' }, `${order.id}:new-payer`)
  }
}

function createFor(
  stripe: Stripe,
  order: OrderRow,
  payer: Payer,
  idempotencyKey: string,
): Promise<Stripe.Checkout.Session> {
  const parameters = { ...sessionParameters(order), ...payer }
  return stripe.checkout.sessions.create(parameters, { idempotencyKey })
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
  const credit = formatUsdForPeople(order.creditNanos)
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: order.priceCents,
          tax_behavior: 'exclusive',
          product_data: {
            name: `API credit, ${formatUsdForPeople(nanosOfCents(order.priceCents))}`,
            description: `${credit} of credit for API usage`,
          },
        },
      },
    ],
    client_reference_id: order.id,
    metadata,
    payment_intent_data: { metadata, description: `Order ${order.id}` },
    invoice_creation: { enabled: true, invoice_data: { metadata, description: `Order ${order.id}` } },
    // Prices are in US dollars, and what is checked before credit is given is that amount.
    adaptive_pricing: { enabled: false },
    saved_payment_method_options: { payment_method_save: 'enabled' },
    locale: order.locale,
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
    success_url: publicUrl + paths.billingReturn(order.id),
    cancel_url: `${publicUrl}/api/checkout/cancel?order=${order.id}&signature=${cancelSignature(order.id)}`,
  }
}

/** The languages that Stripe's payment page speaks. */
const locales = [
  ...['auto', 'bg', 'cs', 'da', 'de', 'el', 'en', 'en-GB', 'es', 'es-419', 'et', 'fi', 'fil', 'fr', 'fr-CA'],
  ...['hi-IN', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'mt', 'nb', 'nl', 'pl', 'pt', 'pt-BR'],
  ...['ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'vi', 'zh', 'zh-HK', 'zh-TW'],
]

/**
 * The payment page's name for a language, whatever its case and hyphen; without its country where the page does not know
 * that one; `auto`, the browser's own, for a language that it does not speak.
 */
export function checkoutLocale(asked: string): string {
  const wanted = asked.toLowerCase().replaceAll('_', '-')
  const spoken = (name: string | undefined) => locales.find((locale) => locale.toLowerCase() === name)
  return spoken(wanted) ?? spoken(wanted.split('-')[0]) ?? 'auto'
}

/** What proves that a cancel link is ours: only the payment page of the order has it. */
function cancelSignature(orderId: string): string {
  return signLink(['cancel-checkout', orderId])
}

export function isCancelSignature(orderId: string, signature: string): boolean {
  return isLinkSignature(['cancel-checkout', orderId], signature)
}
