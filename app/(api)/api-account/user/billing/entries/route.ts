import { listOwnEntries } from '@/lib/billing/balance'
import { EntriesQuery, EntriesReply } from '@/lib/billing/orders-schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'What came into and went out of the balance besides requests, newest first',
    limit: 'account',
    query: EntriesQuery,
    reply: EntriesReply,
  },
  ({ caller, query }) => listOwnEntries(caller, query),
)
