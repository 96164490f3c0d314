import { operatorRoute } from '@/lib/http/routes'
import { suspendCustomer } from '@/lib/operator/admin/customers'
import { CustomerParams, SuspensionReply, SuspensionRequest } from '@/lib/operator/admin/customers-schema'

export const POST = operatorRoute(
  {
    summary: 'Suspend a customer and refuse its API keys',
    limit: 'account',
    params: CustomerParams,
    body: SuspensionRequest,
    example: { reason: 'Agreed by mail' },
    reply: SuspensionReply,
    refuses: ['account_deleted', 'operator_not_suspendable'],
  },
  ({ caller, params, body }) => suspendCustomer(caller, params.id, true, body),
)
