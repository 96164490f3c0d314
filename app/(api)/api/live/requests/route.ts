import { usageNames } from '@/lib/account/organizations/usage-names'
import { liveReply } from '@/lib/http/replies'
import { accountRoute } from '@/lib/http/routes'
import { watchRequests } from '@/lib/money/usage/live'
import { LiveQuery } from '@/lib/money/usage/schema'

export const GET = accountRoute(
  {
    summary: 'Requests as they are settled, for the usage page',
    limit: 'account',
    needs: 'usage.own',
    isForPerson: true,
    query: LiveQuery,
    alsoReplies: ['text/event-stream'],
  },
  (input) => liveReply('account', input, (watcher) => watchRequests(watcher, input.query, usageNames)),
)
