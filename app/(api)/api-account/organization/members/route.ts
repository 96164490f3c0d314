import { listMembers } from '@/lib/account/organizations/members'
import { MemberPage, MembersQuery } from '@/lib/account/organizations/schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'List the organization’s members',
    limit: 'account',
    needs: 'organization.read',
    query: MembersQuery,
    reply: MemberPage,
  },
  ({ caller, query }) => listMembers(caller, query),
)
