import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { readQuota } from '@/lib/money/ledger/quota'
import type { Caller } from '@/lib/platform/caller'
import { env } from '@/lib/platform/env'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { JobRun, QueuedJob } from '@/lib/platform/jobs/job'
import { logger } from '@/lib/platform/logger'
import { inTransaction } from '@/lib/platform/transaction'
import { listPaidOrders } from './internal/orders/repository'
import { detachCard } from './internal/stripe/charge-card'
import { askStripe, askStripeFor, parseReply, StripeCard, StripeCustomer } from './internal/stripe/client'
import { findStripeCustomer } from './internal/stripe/repository'
import { deleteSettingsOf, findDetails, saveDetails } from './internal/top-up-repository'
import { readPaymentsMode } from './offer'
import {
  type BillingReply,
  LEAST_CENTS,
  MOST_CENTS,
  type OfferReply,
  type PaymentMethod,
} from './orders-schema'
import { presentInvoice, presentPackages, usdOfCents } from './presenter'
import type { BillingDetails } from './settings-schema'

const MAX_INVOICES = 100

/** A customer's plan, quota, offer, saved cards and invoices. Without Stripe the cards are left out. */
export async function readBilling(caller: Caller): Promise<BillingReply> {
  const offer = readOffer()
  const [quota, paid, paymentMethods] = await Promise.all([
    readQuota({ ...caller, spendLimits: undefined }),
    listPaidOrders(caller.customerId, MAX_INVOICES),
    offer.payments === 'stripe' ? listPaymentMethods(caller.customerId) : [],
  ])
  const isInDebt = quota.remaining.startsWith('-')
  return {
    plan: { id: quota.plan, name: 'Pay as you go', status: isInDebt ? 'past_due' : 'active' },
    quota,
    ...offer,
    currency: 'USD',
    payment_methods: paymentMethods,
    invoices: paid.map(presentInvoice),
  }
}

/** What credit costs, for any visitor. */
export function readOffer(): OfferReply {
  return {
    platform_fee_rate: env().PLATFORM_FEE_RATE,
    packages: presentPackages(),
    custom_amount: { min: usdOfCents(LEAST_CENTS), max: usdOfCents(MOST_CENTS) },
    payments: readPaymentsMode(),
  }
}

/** A page is waiting: better without cards than late. */
const PATIENCE = { timeout: 3000, maxNetworkRetries: 0 }
const FRESH_MILLIS = 60_000
const MAX_CUSTOMERS = 5000

/** Saved cards by Stripe's customer id. */
const known = new LRUCache<string, PaymentMethod[]>({
  max: MAX_CUSTOMERS,
  ttl: FRESH_MILLIS,
  allowStale: true,
  noDeleteOnStaleGet: true,
})

/** The customer's cards at Stripe; while Stripe is unavailable, the last known ones. */
async function listPaymentMethods(customerId: string): Promise<PaymentMethod[]> {
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

/** Drops the cached cards after one was removed. */
export function forgetPaymentMethods(stripeId: string): void {
  known.delete(stripeId)
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

/** The billing details on the customer's future documents; existing ones do not change. */
export function readBillingDetails({ customerId }: Caller): Promise<BillingDetails> {
  return findDetails(customerId)
}

export async function replaceBillingDetails(
  { customerId }: Caller,
  details: BillingDetails,
): Promise<BillingDetails> {
  await saveDetails(customerId, details)
  return details
}

/** Deletes a deleted customer's billing settings and saved card. Its orders stay, as their documents are required. */
export function eraseBillingOf(customerId: string): Promise<void> {
  return inTransaction(async (transaction) => {
    const paymentMethodId = await deleteSettingsOf(customerId, transaction)
    if (paymentMethodId) await enqueue(detachCardJob, { paymentMethodId }, { transaction })
  })
}

const Card = z.object({ paymentMethodId: z.string() })

/** Detaches a card at Stripe that was replaced, or whose account was deleted. */
export const detachCardJob: QueuedJob<z.infer<typeof Card>> = {
  name: 'billing.detach-card',
  payload: Card,
  concurrency: () => 1,
  retryLimit: 10,
  retryDelaySeconds: 15,
  maxRetryDelaySeconds: 3600,
  expireInSeconds: 120,
}

export async function detachUnusedCard({ payload }: JobRun<z.infer<typeof Card>>): Promise<void> {
  if (readPaymentsMode() === 'stripe') await detachCard(payload.paymentMethodId)
}
