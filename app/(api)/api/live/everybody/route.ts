import { readCustomerNames } from '@/lib/account/identity/customers'
import { liveReply } from '@/lib/http/replies'
import { operatorRoute } from '@/lib/http/routes'
import { watchEverybody } from '@/lib/money/usage/live'
import { LiveQuery } from '@/lib/money/usage/schema'

export const GET = operatorRoute(
  {
    summary: 'Requests of all customers as they are settled, for the business page',
    limit: 'account',
    isForPerson: true,
    query: LiveQuery.pick({ after: true }),
    alsoReplies: ['text/event-stream'],
    refuses: ['insufficient_scope'],
  },
  (input) => liveReply('operator', input, (watcher) => watchEverybody(watcher, readCustomerNames)),
)
