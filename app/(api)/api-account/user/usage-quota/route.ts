import { accountRoute } from '@/lib/http/routes'
import { readQuota } from '@/lib/money/ledger/quota'
import { QuotaReply } from '@/lib/money/ledger/schema'

export const GET = accountRoute(
  {
    summary: 'Remaining quota: the credit, or the limit of the calling key',
    limit: 'account',
    reply: QuotaReply,
  },
  ({ caller }) => readQuota(caller),
)
