import { accountRoute } from '@/lib/http/routes'
import { readQuota } from '@/lib/money/ledger/quota'
import { QuotaReply } from '@/lib/money/ledger/schema'

export const GET = accountRoute(
  {
    summary: 'What may still be used: the credit, or the limit of the key that asks',
    limit: 'account',
    reply: QuotaReply,
  },
  ({ caller }) => readQuota(caller),
)
