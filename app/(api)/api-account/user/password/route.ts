import { changePassword } from '@/lib/account/identity/password'
import { ChangePasswordRequest, Profile } from '@/lib/account/identity/schema'
import { withSessionCookie } from '@/lib/http/replies'
import { accountRoute } from '@/lib/http/routes'

export const PUT = accountRoute(
  {
    summary: 'Change the password; all other sessions end',
    limit: 'account',
    needs: null,
    body: ChangePasswordRequest,
    example: { current_password: 'correct horse battery', new_password: 'staple and then some' },
    reply: Profile,
    refuses: ['not_found', 'demo_account_fixed'],
    isForPerson: true,
    audit: null,
  },
  async ({ caller, body, exchange }) => withSessionCookie(await changePassword(caller, body, exchange.peer)),
)
