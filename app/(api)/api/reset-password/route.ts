import { resetPassword } from '@/lib/account/identity/password-reset'
import { PasswordWasReset, ResetPasswordRequest } from '@/lib/account/identity/schema'
import { publicRoute } from '@/lib/http/routes'

export const POST = publicRoute(
  {
    summary: 'A new password by a link that was mailed; every session ends',
    limit: 'sign_up',
    body: ResetPasswordRequest,
    example: { token: '…', new_password: 'staple and then some' },
    reply: PasswordWasReset,
    refuses: ['link_unusable'],
  },
  ({ body, exchange }) => resetPassword(body, exchange.peer),
)
