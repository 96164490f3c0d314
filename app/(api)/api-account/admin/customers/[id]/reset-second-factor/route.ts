import { operatorRoute } from '@/lib/http/routes'
import { resetCustomerSecondFactor } from '@/lib/operator/admin/customers'
import { CustomerParams, ResetLinkRequest, SecondFactorWasReset } from '@/lib/operator/admin/customers-schema'

export const POST = operatorRoute(
  {
    summary: 'Turn off two-factor authentication for a user who lost it',
    limit: 'account',
    params: CustomerParams,
    body: ResetLinkRequest,
    example: { user_id: 'usr_01kb0m3x5h8q2v7r4n6t9w1y3z', reason: 'Agreed by mail' },
    reply: SecondFactorWasReset,
    refuses: ['not_found', 'second_factor_off', 'insufficient_scope'],
    idempotent: true,
  },
  ({ caller, params, body }) => resetCustomerSecondFactor(caller, params.id, body),
)
