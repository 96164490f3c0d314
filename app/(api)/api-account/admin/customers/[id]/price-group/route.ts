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
    example: { price_group_id: 'pgrp_01kb0m3x5h8q2v7r4n6t9w1y3z', reason: 'Agreed by mail' },
    reply: SetPriceGroupReply,
    refuses: ['account_deleted'],
  },
  ({ caller, params, body }) => moveCustomer(caller, params.id, body),
)
