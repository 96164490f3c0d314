import { switchOrganization } from '@/lib/account/organizations/organization'
import { OrganizationItem, SwitchRequest } from '@/lib/account/organizations/schema'
import { withSessionCookie } from '@/lib/http/replies'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Act for another of your organizations from now on',
    limit: 'account',
    needs: null,
    audit: null,
    body: SwitchRequest,
    example: { id: 'cus_0123456789abcdef' },
    reply: OrganizationItem,
    refuses: ['not_found'],
    isForPerson: true,
    isOpenWhileSuspended: true,
  },
  async ({ caller, body, exchange }) =>
    withSessionCookie(await switchOrganization(caller, body, exchange.headers.cookie ?? '')),
)
