import { accountRoute } from '@/lib/http/routes'
import { readBillingDetails, replaceBillingDetails } from '@/lib/money/orders/billing'
import { BillingDetails } from '@/lib/money/orders/settings-schema'

export const GET = accountRoute(
  {
    summary: 'Billing details on invoices and receipts',
    limit: 'account',
    needs: 'billing.read',
    reply: BillingDetails,
  },
  ({ caller }) => readBillingDetails(caller),
)

export const PUT = accountRoute(
  {
    summary: 'Replace the billing details; existing documents do not change',
    limit: 'account',
    needs: 'billing.manage',
    body: BillingDetails,
    example: {
      name: 'Example GmbH',
      line1: 'Hauptstraße 1',
      postal_code: '10115',
      city: 'Berlin',
      country: 'DE',
    },
    reply: BillingDetails,
    audit: 'billing_details.update',
  },
  ({ caller, body }) => replaceBillingDetails(caller, body),
)
