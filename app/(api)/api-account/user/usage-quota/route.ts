import { readQuota } from '@/lib/billing/read-quota'
import { QuotaReply } from '@/lib/billing/schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'What may still be used: the credit, or the limit of the key that asks',
    limit: 'account',
    reply: QuotaReply,
  },
  ({ caller }) => readQuota(caller),
)
