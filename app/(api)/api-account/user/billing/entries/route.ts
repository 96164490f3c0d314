import { accountRoute } from '@/lib/http/routes'
import { listCustomerEntries } from '@/lib/money/ledger/balance'
import { EntriesQuery, EntriesReply } from '@/lib/money/ledger/schema'

export const GET = accountRoute(
  {
    summary: 'Credits and debits of the balance other than charges for requests, newest first',
    limit: 'account',
    needs: 'billing.read',
    query: EntriesQuery,
    reply: EntriesReply,
  },
  ({ caller, query }) => listCustomerEntries(caller, query),
)
