import { Account, SignUpRequest } from '@/lib/account/identity/schema'
import { signUp } from '@/lib/account/organizations/accept-invitation'
import { joinInvited } from '@/lib/account/provisioning/members'
import { publicRoute } from '@/lib/http/routes'

export const POST = publicRoute(
  {
    summary: 'Sign up: create a user with a personal organization',
    limit: 'sign_up',
    body: SignUpRequest,
    example: { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' },
    reply: Account,
    status: 201,
    refuses: [
      'sign_up_closed',
      'email_taken',
      'link_unusable',
      'invitation_for_other',
      'already_member',
      'not_found',
    ],
  },
  async ({ body }) => {
    const account = await signUp(body)
    if (body.invitation !== undefined) await joinInvited(account.id, body.invitation)
    return account
  },
)
