import { resendInvitation } from '@/lib/account/organizations/invitations'
import { InvitationParams, NewInvitation } from '@/lib/account/organizations/schema'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Send an invitation again, with a new link; the one before stops working',
    limit: 'account',
    needs: 'organization.manage',
    audit: 'invitation.resend',
    params: InvitationParams,
    reply: NewInvitation,
    refuses: ['not_found'],
  },
  ({ caller, params }) => resendInvitation(caller, params.id),
)
