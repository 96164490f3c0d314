import { operatorRoute } from '@/lib/http/routes'
import { suspendCustomer } from '@/lib/operators/customers'
import { CustomerParams, SuspensionReply, SuspensionRequest } from '@/lib/operators/customers-schema'

export const POST = operatorRoute(
  {
    summary: 'Suspend a customer: its keys open nothing any more',
    limit: 'account',
    params: CustomerParams,
    body: SuspensionRequest,
    reply: SuspensionReply,
  },
  ({ caller, params, body }) => suspendCustomer(caller, params.id, true, body),
)
