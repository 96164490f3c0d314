import { operatorRoute } from '@/lib/http/routes'
import { allowAigcGroups } from '@/lib/operator/admin/customers'
import { AigcGroupsReply, AigcGroupsRequest, CustomerParams } from '@/lib/operator/admin/customers-schema'

export const POST = operatorRoute(
  {
    summary: 'Allow or disallow groups of virtual people for a customer',
    limit: 'account',
    params: CustomerParams,
    body: AigcGroupsRequest,
    example: { enabled: false, reason: 'Agreed by mail' },
    reply: AigcGroupsReply,
    refuses: ['account_deleted'],
  },
  ({ caller, params, body }) => allowAigcGroups(caller, params.id, body),
)
