import { confirmEmail } from '@/lib/account/identity/email-change'
import { ConfirmEmailRequest, EmailConfirmed } from '@/lib/account/identity/schema'
import { publicRoute } from '@/lib/http/routes'

export const POST = publicRoute(
  {
    summary: 'Confirm a new email by a mailed link',
    limit: 'sign_up',
    body: ConfirmEmailRequest,
    example: { token: '…' },
    reply: EmailConfirmed,
    refuses: ['link_unusable', 'email_taken'],
  },
  ({ body }) => confirmEmail(body),
)
