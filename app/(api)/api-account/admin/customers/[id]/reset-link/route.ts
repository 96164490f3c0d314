import { operatorRoute } from '@/lib/http/routes'
import { createCustomerResetLink } from '@/lib/operator/admin/customers'
import { CustomerParams, ResetLinkReply, ResetLinkRequest } from '@/lib/operator/admin/customers-schema'

export const POST = operatorRoute(
  {
    summary: 'Create a one-time link with which a user sets a new password',
    limit: 'account',
    params: CustomerParams,
    body: ResetLinkRequest,
    reply: ResetLinkReply,
    status: 201,
    idempotent: true,
    holdsSecret: true,
  },
  ({ caller, params, body }) => createCustomerResetLink(caller, params.id, body),
)
