import { listOrganizations } from '@/lib/account/organizations/organization'
import { OrganizationList } from '@/lib/account/organizations/schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'List your organizations',
    limit: 'account',
    needs: null,
    reply: OrganizationList,
    isForPerson: true,
  },
  ({ caller }) => listOrganizations(caller),
)
