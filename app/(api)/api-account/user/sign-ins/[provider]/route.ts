import { accountRoute } from '@/lib/http/account-route'
import { Profile, ServiceParams } from '@/lib/identity/schema'
import { unlinkService } from '@/lib/identity/unlink-service'

export const DELETE = accountRoute(
  {
    summary: 'An account elsewhere no longer signs in',
    limit: 'account',
    params: ServiceParams,
    reply: Profile,
  },
  ({ caller, params }) => unlinkService(caller, params.provider),
)
