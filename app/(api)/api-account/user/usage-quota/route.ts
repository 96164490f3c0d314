import { accountRoute } from '@/lib/http/routes'
import { readQuota } from '@/lib/money/ledger/quota'
import { QuotaReply } from '@/lib/money/ledger/schema'

export const GET = accountRoute(
  {
    summary:
      'Remaining quota: the credit, or the limit with the least left of the key, its project, the member and the organization',
    limit: 'account',
    needs: 'usage.own',
    reply: QuotaReply,
  },
  ({ caller }) => readQuota(caller),
)
