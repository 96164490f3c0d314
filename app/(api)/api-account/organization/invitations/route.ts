import { invite, listInvitations } from '@/lib/account/organizations/invitations'
import {
  InvitationPage,
  InvitationsQuery,
  InviteRequest,
  NewInvitation,
} from '@/lib/account/organizations/schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'List invitations that are not accepted, newest first',
    limit: 'account',
    needs: 'organization.manage',
    query: InvitationsQuery,
    reply: InvitationPage,
  },
  ({ caller, query }) => listInvitations(caller, query),
)

export const POST = accountRoute(
  {
    summary: 'Invite a person by email, or by a link for whoever has it',
    limit: 'account',
    needs: 'organization.manage',
    audit: 'invitation.create',
    body: InviteRequest,
    example: { email: 'ann@example.com', role: 'developer' },
    reply: NewInvitation,
    status: 201,
    refuses: ['not_found', 'already_member'],
    idempotent: true,
    holdsSecret: true,
  },
  ({ caller, body }) => invite(caller, body),
)
