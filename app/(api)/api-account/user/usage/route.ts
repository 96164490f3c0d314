import { usageNames } from '@/lib/account/organizations/usage-names'
import { downloadReply } from '@/lib/http/replies'
import { accountRoute } from '@/lib/http/routes'
import { downloadUsage } from '@/lib/money/usage/csv-exports'
import { readUsage } from '@/lib/money/usage/read-usage'
import { UsageQuery, UsageReply } from '@/lib/money/usage/schema'

export const GET = accountRoute(
  {
    summary: 'Usage and cost by day, model and API key; `format=csv` downloads it',
    limit: 'account',
    needs: 'usage.own',
    query: UsageQuery,
    reply: UsageReply,
    alsoReplies: ['text/csv'],
  },
  async ({ caller, query, exchange }) =>
    query.format === 'csv'
      ? downloadReply(exchange, await downloadUsage(caller, query, usageNames))
      : readUsage(caller, query, usageNames),
)
