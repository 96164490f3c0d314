import { unlinkService } from '@/lib/account/identity/profile'
import { Profile, ServiceParams } from '@/lib/account/identity/schema'
import { accountRoute } from '@/lib/http/routes'

export const DELETE = accountRoute(
  {
    summary: 'Disconnect a sign-in service',
    limit: 'account',
    needs: null,
    params: ServiceParams,
    reply: Profile,
    refuses: ['not_found', 'last_sign_in'],
    isForPerson: true,
    audit: null,
  },
  ({ caller, params }) => unlinkService(caller, params.provider),
)
