import { usageNames } from '@/lib/account/organizations/usage-names'
import { downloadReply } from '@/lib/http/replies'
import { accountRoute } from '@/lib/http/routes'
import { downloadRecent } from '@/lib/money/usage/csv-exports'
import { listRecent } from '@/lib/money/usage/recent'
import { RecentQuery, RecentReply } from '@/lib/money/usage/schema'

export const GET = accountRoute(
  {
    summary: 'Latest requests, newest first; `format=csv` downloads all of them',
    limit: 'account',
    needs: 'usage.own',
    query: RecentQuery,
    reply: RecentReply,
    alsoReplies: ['text/csv'],
    refuses: ['invalid_cursor'],
  },
  async ({ caller, query, exchange }) =>
    query.format === 'csv'
      ? downloadReply(exchange, await downloadRecent(caller, query, usageNames))
      : listRecent(caller, query, usageNames),
)
