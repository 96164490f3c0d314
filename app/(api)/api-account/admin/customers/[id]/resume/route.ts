import { operatorRoute } from '@/lib/http/routes'
import { suspendCustomer } from '@/lib/operator/admin/customers'
import { CustomerParams, SuspensionReply, SuspensionRequest } from '@/lib/operator/admin/customers-schema'

export const POST = operatorRoute(
  {
    summary: 'Resume a suspended customer',
    limit: 'account',
    params: CustomerParams,
    body: SuspensionRequest,
    example: { reason: 'Agreed by mail' },
    reply: SuspensionReply,
    refuses: ['account_deleted'],
  },
  ({ caller, params, body }) => suspendCustomer(caller, params.id, false, body),
)
