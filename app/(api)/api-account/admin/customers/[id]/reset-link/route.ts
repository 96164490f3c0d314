import { operatorRoute } from '@/lib/http/routes'
import { createCustomerResetLink } from '@/lib/operator/admin/customers'
import { CustomerParams, ResetLinkReply, ResetLinkRequest } from '@/lib/operator/admin/customers-schema'

export const POST = operatorRoute(
  {
    summary: 'Create a one-time link with which a user sets a new password',
    limit: 'account',
    params: CustomerParams,
    body: ResetLinkRequest,
    example: { user_id: 'usr_01kb0m3x5h8q2v7r4n6t9w1y3z', reason: 'Agreed by mail' },
    reply: ResetLinkReply,
    status: 201,
    idempotent: true,
    holdsSecret: true,
    refuses: ['demo_account_fixed', 'insufficient_scope'],
  },
  ({ caller, params, body }) => createCustomerResetLink(caller, params.id, body),
)
