import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { formatUsd, parseUsd } from '@/lib/platform/money'
import { forgetPaymentMethods } from './billing'
import { FIRST_CHECK_MILLIS } from './internal/orders/order'
import { syncOrder } from './internal/orders/sync-order'
import { detachCard } from './internal/stripe/charge-card'
import { openCardSession } from './internal/stripe/open-session'
import { findStripeCustomer } from './internal/stripe/repository'
import {
  findTopUp,
  forgetCard,
  insertTopUpOrder,
  listLowCustomers,
  listSwitchedOff,
  saveTopUp,
  sumCharged,
  type TopUpRow,
} from './internal/top-up-repository'
import { offerOf, readPaymentsMode } from './offer'
import type { OrderFailure } from './orders-schema'
import { presentFailure, usdOfCents } from './presenter'
import type { AutoTopUpReply, UpdateAutoTopUpRequest } from './settings-schema'

/**
 * Automatic top-up: a job finds balances below their threshold, creates an order and charges the saved card. The credit is
 * booked once, when Stripe reports the payment, as for any order. A declined card, or one whose bank asks for its holder,
 * switches the top-up off.
 */
export async function readAutoTopUp({ customerId }: Caller): Promise<AutoTopUpReply> {
  const row = await findTopUp(customerId)
  const charged = await sumCharged(customerId, monthStart())
  const { failure, failedOrderId, failedAt } = row
  return {
    available: isAvailable(),
    enabled: row.isEnabled && isAvailable(),
    currency: 'USD',
    threshold: formatUsd(row.thresholdNanos),
    amount: usdOfCents(row.amountCents),
    monthly_limit: usdOfCents(row.monthlyLimitCents),
    charged_this_month: usdOfCents(charged),
    card: row.card,
    failure:
      failure && failedOrderId && failedAt
        ? { ...presentFailure(failure), order_id: failedOrderId, at: failedAt.toISOString() }
        : null,
  }
}

/** Changes only the given fields. Throws `invalid_parameter` when it is switched on without a saved card. */
export async function updateAutoTopUp(
  caller: Caller,
  { enabled, threshold, amount, monthly_limit }: UpdateAutoTopUpRequest,
): Promise<AutoTopUpReply> {
  refuseWithoutStripe()
  const { customerId } = caller
  const before = await findTopUp(customerId)
  if (enabled && before.paymentMethodId === null)
    throw new AppError('invalid_parameter', { param: 'enabled', message: 'enabled requires a saved card.' })
  if ((monthly_limit ?? before.monthlyLimitCents) < (amount ?? before.amountCents))
    throw new AppError('invalid_parameter', {
      param: monthly_limit === undefined ? 'amount' : 'monthly_limit',
      message: 'monthly_limit must be at least amount.',
    })
  const thresholdNanos = threshold === undefined ? undefined : parseUsd(threshold)
  await saveTopUp(customerId, {
    ...(enabled !== undefined && { isEnabled: enabled }),
    ...(thresholdNanos !== undefined && { thresholdNanos }),
    ...(amount !== undefined && { amountCents: amount }),
    ...(monthly_limit !== undefined && { monthlyLimitCents: monthly_limit }),
  })
  return readAutoTopUp(caller)
}

/** Opens Stripe's page for the card to charge. The card is saved when Stripe's event reports that the page was completed. */
export async function openCardPage({ customerId }: Caller): Promise<{ session_id: string; url: string }> {
  refuseWithoutStripe()
  await saveTopUp(customerId, {})
  return openCardSession(customerId, (await findStripeCustomer(customerId)) ?? null)
}

/**
 * Removes the saved card here and at Stripe. Switches automatic top-up off first: where Stripe fails, the card is still listed
 * but not charged, and can be removed again.
 */
export async function removeCard(caller: Caller): Promise<AutoTopUpReply> {
  refuseWithoutStripe()
  const { customerId } = caller
  const { paymentMethodId, stripeCustomerId } = await findTopUp(customerId)
  if (paymentMethodId !== null) {
    await saveTopUp(customerId, { isEnabled: false })
    await detachCard(paymentMethodId)
    await forgetCard(customerId, paymentMethodId)
    if (stripeCustomerId !== null) forgetPaymentMethods(stripeCustomerId)
  }
  return readAutoTopUp(caller)
}

function isAvailable(): boolean {
  return readPaymentsMode() === 'stripe'
}

function refuseWithoutStripe(): void {
  if (!isAvailable()) throw new AppError('top_up_unavailable')
}

function monthStart(): Date {
  const now = clock.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
}

const PAGE = 500
/** When an automatic order expires, if Stripe does not know its payment. */
const OPEN_MILLIS = 24 * 60 * 60 * 1000

/** Tops up every customer that is due and returns the number of new orders. Safe to run concurrently. */
export async function sweepTopUps(): Promise<number> {
  if (!isAvailable()) return 0
  let made = 0
  let page: string[]
  let last = ''
  do {
    page = await listLowCustomers(last, PAGE)
    for (const customerId of page) if (await topUp(customerId)) made += 1
    last = page.at(-1) ?? last
  } while (page.length === PAGE)
  return made
}

async function topUp(customerId: string): Promise<boolean> {
  const order = await insertTopUpOrder(customerId, monthStart(), newOrder)
  if (order === undefined) return false
  // If this fails, the sweep of orders continues with it.
  await syncOrder(order.id).catch((error: unknown) =>
    logger.warn({ orderId: order.id, err: String(error) }, 'an automatic top-up could not be paid yet'),
  )
  return true
}

function newOrder({ amountCents }: TopUpRow) {
  const createdAt = clock.now()
  const after = (millis: number) => new Date(createdAt.getTime() + millis)
  const page = { locale: 'auto', sessionId: null, checkoutUrl: null }
  const times = { createdAt, expiresAt: after(OPEN_MILLIS), nextLookAt: after(FIRST_CHECK_MILLIS) }
  return { id: newId('ord'), ...offerOf(amountCents), ...page, ...times }
}

type FailedTopUp = { customerId: string; orderId: string; amount: string; failure: OrderFailure }

/** Automatic top-ups that a failed charge switched off after this time, each with its order. */
export async function listFailedTopUps(after: Date): Promise<FailedTopUp[]> {
  const rows = await listSwitchedOff(after)
  return rows.flatMap(({ customerId, failedOrderId: orderId, failure, amountCents }) =>
    orderId && failure
      ? [{ customerId, orderId, amount: usdOfCents(amountCents), failure: presentFailure(failure) }]
      : [],
  )
}
