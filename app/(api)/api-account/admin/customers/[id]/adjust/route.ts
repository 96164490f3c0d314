import { operatorRoute } from '@/lib/http/routes'
import { adjustCustomer } from '@/lib/operator/admin/customers'
import { AdjustReply, AdjustRequest, CustomerParams } from '@/lib/operator/admin/customers-schema'

export const POST = operatorRoute(
  {
    summary: 'Credit or debit a customer',
    limit: 'account',
    params: CustomerParams,
    body: AdjustRequest,
    reply: AdjustReply,
  },
  ({ caller, params, body }) => adjustCustomer(caller, params.id, body),
)
