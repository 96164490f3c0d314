import { accountRoute } from '@/lib/http/routes'
import { SessionList, SessionParams } from '@/lib/identity/schema'
import { signOutSession } from '@/lib/identity/sessions'

export const DELETE = accountRoute(
  {
    summary: 'Sign the person out there',
    limit: 'account',
    params: SessionParams,
    reply: SessionList,
    refuses: ['not_found'],
    isForPerson: true,
  },
  ({ caller, params }) => signOutSession(caller, params.id),
)
