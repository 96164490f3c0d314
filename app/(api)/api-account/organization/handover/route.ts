import { handOver } from '@/lib/account/organizations/members'
import { HandOverRequest, Member } from '@/lib/account/organizations/schema'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Hand over the ownership: the member becomes an owner, and you an admin',
    limit: 'account',
    needs: 'organization.own',
    audit: 'organization.hand_over',
    body: HandOverRequest,
    example: { member_id: 'mbr_0123456789abcdef' },
    reply: Member,
    refuses: ['not_found', 'invalid_parameter', 'last_owner'],
    isForPerson: true,
  },
  ({ caller, body }) => handOver(caller, body),
)
