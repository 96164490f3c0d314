import { resetPassword } from '@/lib/account/identity/password-reset'
import { PasswordWasReset, ResetPasswordRequest } from '@/lib/account/identity/schema'
import { publicRoute } from '@/lib/http/routes'

export const POST = publicRoute(
  {
    summary: 'Reset the password by a mailed link; all sessions end',
    limit: 'sign_up',
    body: ResetPasswordRequest,
    example: { token: '…', new_password: 'staple and then some' },
    reply: PasswordWasReset,
    refuses: ['link_unusable'],
  },
  ({ body, exchange }) => resetPassword(body, exchange.peer),
)
