import { accountRoute } from '@/lib/http/routes'
import { readBilling } from '@/lib/money/orders/billing'
import { BillingReply } from '@/lib/money/orders/orders-schema'

export const GET = accountRoute(
  {
    summary: 'Plan, quota, fee, packages, cards and invoices',
    limit: 'account',
    needs: 'billing.read',
    reply: BillingReply,
  },
  ({ caller }) => readBilling(caller),
)
