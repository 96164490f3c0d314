import { operatorRoute } from '@/lib/http/routes'
import { CustomerParams } from '@/lib/operator/admin/customers-schema'
import { moveCustomer } from '@/lib/operator/admin/price-groups'
import { SetPriceGroupReply, SetPriceGroupRequest } from '@/lib/operator/admin/price-groups-schema'

export const PUT = operatorRoute(
  {
    summary: 'Move a customer into a price group or out of one',
    limit: 'account',
    params: CustomerParams,
    body: SetPriceGroupRequest,
    reply: SetPriceGroupReply,
  },
  ({ caller, params, body }) => moveCustomer(caller, params.id, body),
)
