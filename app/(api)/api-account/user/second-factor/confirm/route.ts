import { accountRoute } from '@/lib/http/routes'
import { RecoveryCodes, SecondFactorCode } from '@/lib/identity/schema'
import { confirmSecondFactor } from '@/lib/identity/second-factor'

export const POST = accountRoute(
  {
    summary: 'Switch the second factor on by its first code; the recovery codes are shown once',
    limit: 'account',
    body: SecondFactorCode,
    example: { code: '123456' },
    reply: RecoveryCodes,
    refuses: ['second_factor_on', 'second_factor_off'],
    idempotent: true,
    holdsSecret: true,
    isForPerson: true,
  },
  ({ caller, body }) => confirmSecondFactor(caller, body),
)
