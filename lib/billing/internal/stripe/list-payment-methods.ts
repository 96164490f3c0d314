import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { logger } from '@/lib/platform/logger'
import { remember } from '@/lib/platform/remember'
import type { PaymentMethod } from '../../orders-schema'
import { askStripe, askStripeFor } from './ask-stripe'
import { parseReply } from './parse-reply'
import { findStripeCustomer } from './repository'
import { StripeCard, StripeCustomer } from './stripe-objects'

/** A page is being opened: better without cards than late. */
const PATIENCE = { timeout: 3000, maxNetworkRetries: 0 }
const FRESH_MILLIS = 60_000
const MAX_CUSTOMERS = 5000

/** By Stripe's name for the customer. */
const known = remember(
  'payment-methods',
  () =>
    new LRUCache<string, PaymentMethod[]>({
      max: MAX_CUSTOMERS,
      ttl: FRESH_MILLIS,
      allowStale: true,
      noDeleteOnStaleGet: true,
    }),
)

/** The cards that Stripe keeps for a customer. While Stripe is away: those known before, else none. */
export async function listPaymentMethods(customerId: string): Promise<PaymentMethod[]> {
  const stripeId = await findStripeCustomer(customerId)
  if (stripeId === undefined) return []
  const before = known.get(stripeId)
  if (before && known.getRemainingTTL(stripeId) > 0) return before
  try {
    const cards = await fetchCards(stripeId)
    known.set(stripeId, cards)
    return cards
  } catch (error) {
    logger.warn({ err: String(error) }, "a customer's cards could not be listed")
    return before ?? []
  }
}

async function fetchCards(stripeId: string): Promise<PaymentMethod[]> {
  const [customer, cards] = await Promise.all([
    askStripeFor(({ customers }) => customers.retrieve(stripeId, {}, PATIENCE)),
    askStripe(({ customers }) =>
      customers.listPaymentMethods(stripeId, { type: 'card', limit: 20 }, PATIENCE),
    ),
  ])
  const preferred = parseReply(StripeCustomer.optional(), customer)?.invoice_settings?.default_payment_method
  const saved = parseReply(z.array(StripeCard), cards.data)
  return saved.map(({ id, card }) => ({
    channel: 'stripe',
    type: 'card',
    ...card,
    is_default: preferred ? id === preferred : saved.length === 1,
  }))
}
