import { formatUsd } from '@/lib/platform/money'
import type { OrderRow } from './internal/orders/order'
import { CUSTOM_AMOUNT, creditPackages, feeNanosOf, nanosOfCents } from './offer'
import type { CreditPackage, Invoice, Order, OrderFailure } from './orders-schema'

/** Messages for customers. */
const failureMessages: Record<OrderFailure['code'], string> = {
  card_declined: 'The card was declined. Nothing was charged.',
  authentication_required: 'The bank requires confirmation by the cardholder. Nothing was charged.',
  payment_failed: 'The payment failed. Nothing was charged.',
  payment_mismatch: 'The payment does not match the order, so no credit was added. Contact support.',
  checkout_failed: 'The payment page could not be opened. Nothing was charged.',
  payment_reversed: 'A payment was refunded or disputed, so your card is not charged automatically.',
}

export function presentOrder(row: OrderRow): Order {
  const isPaid = row.paidAt !== null
  return {
    order_id: row.id,
    status: row.status,
    channel: 'stripe',
    inner_id: row.innerId === CUSTOM_AMOUNT ? null : row.innerId,
    amount: usdOfCents(row.priceCents),
    currency: 'USD',
    credit_amount: formatUsd(row.creditNanos),
    fee_amount: formatUsd(feeNanosOf(row)),
    tax_amount: usdOfCents(row.taxCents),
    refunded_amount: usdOfCents(row.refundedCents),
    session_id: row.sessionId,
    checkout_url: row.checkoutUrl,
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    expires_at: row.expiresAt.toISOString(),
    failure: row.failure && presentFailure(row.failure),
    documents: { invoice: isPaid, receipt: isPaid },
    sandbox: row.gateway === 'sandbox',
    automatic: row.isAutomatic,
  }
}

export function presentFailure(code: OrderFailure['code']): OrderFailure {
  return { code, message: failureMessages[code] }
}

/** The invoice of a paid order. */
export function presentInvoice(row: OrderRow): Invoice {
  return {
    order_id: row.id,
    type: 'invoice',
    number: row.invoiceNumber ?? row.id,
    amount: usdOfCents(row.chargedCents),
    currency: 'USD',
    status: row.status,
    issued_at: (row.paidAt ?? row.createdAt).toISOString(),
  }
}

export function presentPackages(): CreditPackage[] {
  return creditPackages().map(({ innerId, priceCents, creditNanos }) => ({
    inner_id: innerId,
    price: usdOfCents(priceCents),
    currency: 'USD',
    credit: formatUsd(creditNanos),
  }))
}

export function usdOfCents(cents: number): string {
  return formatUsd(nanosOfCents(cents))
}
