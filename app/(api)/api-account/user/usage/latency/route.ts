import { usageNames } from '@/lib/account/organizations/usage-names'
import { accountRoute } from '@/lib/http/routes'
import { readLatency } from '@/lib/money/usage/read-usage'
import { LatencyReply, UsageQuery } from '@/lib/money/usage/schema'

export const GET = accountRoute(
  {
    summary: 'Latency percentiles by day or hour, for up to 100,000 requests',
    limit: 'account',
    needs: 'usage.own',
    query: UsageQuery.omit({ group_by: true, format: true }),
    reply: LatencyReply,
  },
  ({ caller, query }) => readLatency(caller, query, usageNames),
)
