import type { Caller } from '@/lib/platform/caller'
import { env } from '@/lib/platform/env'
import { listPaidOrders } from './internal/orders/repository'
import { listPaymentMethods } from './internal/stripe/list-payment-methods'
import type { BillingReply } from './orders-schema'
import { presentInvoice, presentPackages } from './presenter'
import { readPaymentsMode } from './read-payments-mode'
import { readQuota } from './read-quota'

const MAX_INVOICES = 100

/** Everything on a customer's plan at a glance. It answers without Stripe too: saved cards are then left out. */
export async function readBilling(caller: Caller): Promise<BillingReply> {
  const payments = readPaymentsMode()
  const [quota, paid, paymentMethods] = await Promise.all([
    readQuota(caller),
    listPaidOrders(caller.customerId, MAX_INVOICES),
    payments === 'stripe' ? listPaymentMethods(caller.customerId) : [],
  ])
  const isInDebt = quota.remaining.startsWith('-')
  return {
    plan: { id: quota.plan, name: 'Pay as you go', status: isInDebt ? 'past_due' : 'active' },
    quota,
    platform_fee_rate: env().PLATFORM_FEE_RATE,
    currency: 'USD',
    payment_methods: paymentMethods,
    packages: presentPackages(),
    invoices: paid.map(presentInvoice),
    payments,
  }
}
