import { accountRoute } from '@/lib/http/routes'
import { BillingReply } from '@/lib/money/orders/orders-schema'
import { readBilling } from '@/lib/money/orders/read-billing'

export const GET = accountRoute(
  { summary: 'Plan, quota, fee, packages, cards and invoices', limit: 'account', reply: BillingReply },
  ({ caller }) => readBilling(caller),
)
