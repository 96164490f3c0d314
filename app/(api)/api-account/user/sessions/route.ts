import { SessionList } from '@/lib/account/identity/schema'
import { listSessions } from '@/lib/account/identity/sessions'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'List the sessions of the signed-in person',
    limit: 'account',
    needs: null,
    reply: SessionList,
    isForPerson: true,
  },
  ({ caller }) => listSessions(caller),
)
