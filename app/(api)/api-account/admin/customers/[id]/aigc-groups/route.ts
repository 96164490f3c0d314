import { operatorRoute } from '@/lib/http/routes'
import { allowAigcGroups } from '@/lib/operator/admin/customers'
import { AigcGroupsReply, AigcGroupsRequest, CustomerParams } from '@/lib/operator/admin/customers-schema'

export const POST = operatorRoute(
  {
    summary: 'Let a customer make groups of virtual people, or not',
    limit: 'account',
    params: CustomerParams,
    body: AigcGroupsRequest,
    reply: AigcGroupsReply,
  },
  ({ caller, params, body }) => allowAigcGroups(caller, params.id, body),
)
