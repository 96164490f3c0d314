import { Profile, SecondFactorCode } from '@/lib/account/identity/schema'
import { turnOffSecondFactor } from '@/lib/account/identity/second-factor'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Turn off two-factor authentication by a code or a recovery code',
    limit: 'account',
    needs: null,
    body: SecondFactorCode,
    example: { code: '123456' },
    reply: Profile,
    refuses: ['second_factor_off'],
    idempotent: true,
    isForPerson: true,
    audit: null,
  },
  ({ caller, body }) => turnOffSecondFactor(caller, body),
)
