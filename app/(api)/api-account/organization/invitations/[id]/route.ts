import { withdrawInvitation } from '@/lib/account/organizations/invitations'
import { InvitationParams, WithdrawnInvitation } from '@/lib/account/organizations/schema'
import { accountRoute } from '@/lib/http/routes'

export const DELETE = accountRoute(
  {
    summary: 'Withdraw an invitation: its link stops working',
    limit: 'account',
    needs: 'organization.manage',
    audit: 'invitation.withdraw',
    params: InvitationParams,
    reply: WithdrawnInvitation,
    refuses: ['not_found'],
  },
  ({ caller, params }) => withdrawInvitation(caller, params.id),
)
