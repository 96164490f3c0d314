import { RecoveryCodes, SecondFactorCode } from '@/lib/account/identity/schema'
import { replaceRecoveryCodes } from '@/lib/account/identity/second-factor'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Replace the recovery codes, by a code or a recovery code; they are shown once',
    limit: 'account',
    needs: null,
    body: SecondFactorCode,
    example: { code: '123456' },
    reply: RecoveryCodes,
    refuses: ['second_factor_off'],
    idempotent: true,
    holdsSecret: true,
    isForPerson: true,
    audit: null,
  },
  ({ caller, body }) => replaceRecoveryCodes(caller, body),
)
