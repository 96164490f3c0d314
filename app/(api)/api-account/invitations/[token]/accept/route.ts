import { acceptInvitation } from '@/lib/account/organizations/accept-invitation'
import { InvitationTokenParams, OrganizationItem } from '@/lib/account/organizations/schema'
import { joinInvited } from '@/lib/account/provisioning/members'
import { withSessionCookie } from '@/lib/http/replies'
import { accountRoute } from '@/lib/http/routes'
import { requirePerson } from '@/lib/platform/caller'

export const POST = accountRoute(
  {
    summary: 'Accept an invitation: join its organization and act for it',
    limit: 'account',
    needs: null,
    audit: null,
    params: InvitationTokenParams,
    reply: OrganizationItem,
    refuses: ['not_found', 'link_unusable', 'invitation_for_other', 'already_member'],
    isForPerson: true,
    isOpenWhileSuspended: true,
  },
  async ({ caller, params: { token }, exchange }) => {
    const accepted = await acceptInvitation(caller, token, exchange.headers.cookie ?? '')
    await joinInvited(requirePerson(caller), token)
    return withSessionCookie(accepted)
  },
)
