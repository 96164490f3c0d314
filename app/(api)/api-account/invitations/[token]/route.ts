import { previewInvitation } from '@/lib/account/organizations/accept-invitation'
import { InvitationPreview, InvitationTokenParams } from '@/lib/account/organizations/schema'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  {
    summary: 'What an invitation is for, for whoever has its link',
    limit: 'account',
    params: InvitationTokenParams,
    reply: InvitationPreview,
    refuses: ['not_found'],
  },
  ({ params }) => previewInvitation(params.token),
)
