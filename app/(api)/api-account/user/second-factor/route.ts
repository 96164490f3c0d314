import { BeginSecondFactorRequest, PendingSecondFactor } from '@/lib/account/identity/schema'
import { beginSecondFactor } from '@/lib/account/identity/second-factor'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Begin two-factor authentication: a secret for an authenticator app',
    limit: 'account',
    needs: null,
    body: BeginSecondFactorRequest,
    example: { current_password: 'correct horse battery' },
    reply: PendingSecondFactor,
    refuses: ['not_found', 'demo_account_fixed', 'password_needed', 'second_factor_on'],
    idempotent: true,
    holdsSecret: true,
    isForPerson: true,
    audit: null,
  },
  ({ caller, body, exchange }) => beginSecondFactor(caller, body, exchange.peer),
)
