import { accountRoute } from '@/lib/http/routes'
import { listCustomerEntries } from '@/lib/money/ledger/balance'
import { EntriesQuery, EntriesReply } from '@/lib/money/ledger/schema'

export const GET = accountRoute(
  {
    summary: 'What came into and went out of the balance besides requests, newest first',
    limit: 'account',
    query: EntriesQuery,
    reply: EntriesReply,
  },
  ({ caller, query }) => listCustomerEntries(caller, query),
)
