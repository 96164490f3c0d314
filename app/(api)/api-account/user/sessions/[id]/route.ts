import { SessionList, SessionParams } from '@/lib/account/identity/schema'
import { signOutSession } from '@/lib/account/identity/sessions'
import { accountRoute } from '@/lib/http/routes'

export const DELETE = accountRoute(
  {
    summary: 'End a session',
    limit: 'account',
    needs: null,
    params: SessionParams,
    reply: SessionList,
    refuses: ['not_found'],
    isForPerson: true,
    audit: null,
  },
  ({ caller, params }) => signOutSession(caller, params.id),
)
