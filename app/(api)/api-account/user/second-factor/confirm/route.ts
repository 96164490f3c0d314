import { RecoveryCodes, SecondFactorCode } from '@/lib/account/identity/schema'
import { confirmSecondFactor } from '@/lib/account/identity/second-factor'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Turn on two-factor authentication by a first code; the recovery codes are shown once',
    limit: 'account',
    needs: null,
    body: SecondFactorCode,
    example: { code: '123456' },
    reply: RecoveryCodes,
    refuses: ['second_factor_on', 'second_factor_off'],
    idempotent: true,
    holdsSecret: true,
    isForPerson: true,
    audit: null,
  },
  ({ caller, body }) => confirmSecondFactor(caller, body),
)
