import { BillingReply } from '@/lib/billing/orders-schema'
import { readBilling } from '@/lib/billing/read-billing'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  { summary: 'Plan, quota, fee, packages, cards and invoices', limit: 'account', reply: BillingReply },
  ({ caller }) => readBilling(caller),
)
