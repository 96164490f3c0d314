import { accountRoute } from '@/lib/http/routes'
import { SessionList } from '@/lib/identity/schema'
import { listSessions } from '@/lib/identity/sessions'

export const GET = accountRoute(
  { summary: 'Where the person is signed in', limit: 'account', reply: SessionList, isForPerson: true },
  ({ caller }) => listSessions(caller),
)
