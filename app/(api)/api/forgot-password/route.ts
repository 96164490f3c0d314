import { askPasswordReset } from '@/lib/account/identity/password-reset'
import { ForgotPasswordRequest, MailAsked } from '@/lib/account/identity/schema'
import { publicRoute } from '@/lib/http/routes'

export const POST = publicRoute(
  {
    summary: 'Mail a link to set a new password, if there is such an account',
    limit: 'sign_up',
    body: ForgotPasswordRequest,
    example: { email: 'ann@example.com' },
    reply: MailAsked,
    status: 202,
    refuses: ['mail_unavailable'],
  },
  ({ body, exchange }) => askPasswordReset(body, exchange.peer),
)
