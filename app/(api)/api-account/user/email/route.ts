import { cancelEmailChange, changeEmail } from '@/lib/account/identity/email-change'
import { ChangeEmailRequest, Profile } from '@/lib/account/identity/schema'
import { accountRoute } from '@/lib/http/routes'

export const PUT = accountRoute(
  {
    summary: 'Change the email; with mail, after confirmation by the new address',
    limit: 'account',
    needs: null,
    body: ChangeEmailRequest,
    example: { email: 'ann@example.com', current_password: 'correct horse battery' },
    reply: Profile,
    refuses: ['not_found', 'email_taken', 'demo_account_fixed', 'password_needed'],
    isForPerson: true,
    audit: null,
  },
  ({ caller, body, exchange }) => changeEmail(caller, body, exchange.peer),
)

export const DELETE = accountRoute(
  {
    summary: 'Cancel a pending email change',
    limit: 'account',
    needs: null,
    reply: Profile,
    isForPerson: true,
    audit: null,
  },
  ({ caller }) => cancelEmailChange(caller),
)
