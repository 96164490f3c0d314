import { usageNames } from '@/lib/account/organizations/usage-names'
import { accountRoute } from '@/lib/http/routes'
import { readRecent } from '@/lib/money/usage/recent'
import { RecentItem, RecentParams } from '@/lib/money/usage/schema'

export const GET = accountRoute(
  {
    summary: 'One request with its bill',
    limit: 'account',
    needs: 'usage.own',
    params: RecentParams,
    reply: RecentItem,
    refuses: ['not_found'],
  },
  ({ caller, params }) => readRecent(caller, params.id, usageNames),
)
