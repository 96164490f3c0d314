import { requestPasswordReset } from '@/lib/account/identity/password-reset'
import { ForgotPasswordRequest, MailRequested } from '@/lib/account/identity/schema'
import { publicRoute } from '@/lib/http/routes'

export const POST = publicRoute(
  {
    summary: 'Mail a password reset link if the account exists',
    limit: 'sign_up',
    body: ForgotPasswordRequest,
    example: { email: 'ann@example.com' },
    reply: MailRequested,
    status: 202,
    refuses: ['mail_unavailable'],
  },
  ({ body, exchange }) => requestPasswordReset(body, exchange.peer),
)
