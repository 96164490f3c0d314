import { removeMember, updateMember } from '@/lib/account/organizations/members'
import { Member, MemberParams, RemovedMember, UpdateMemberRequest } from '@/lib/account/organizations/schema'
import { accountRoute } from '@/lib/http/routes'

export const PATCH = accountRoute(
  {
    summary: 'Change a member’s role or spending limit',
    limit: 'account',
    needs: 'organization.manage',
    audit: 'member.update',
    params: MemberParams,
    body: UpdateMemberRequest,
    example: { role: 'developer', limit_usd: '50', limit_reset: 'monthly' },
    reply: Member,
    refuses: ['not_found', 'last_owner'],
  },
  ({ caller, params, body }) => updateMember(caller, params.id, body),
)

export const DELETE = accountRoute(
  {
    summary: 'Remove a member, or leave the organization by your own ID',
    limit: 'account',
    needs: 'organization.read',
    audit: 'member.remove',
    params: MemberParams,
    reply: RemovedMember,
    refuses: ['not_found', 'last_owner'],
  },
  ({ caller, params }) => removeMember(caller, params.id),
)
