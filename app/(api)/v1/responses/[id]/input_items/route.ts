import { apiKeyRoute } from '@/lib/http/routes'
import { listInputItems } from '@/lib/responses/memory'
import { InputItemList, InputItemsQuery, ResponseParams } from '@/lib/responses/schema'

export const GET = apiKeyRoute(
  {
    summary: 'The items that a response’s own request brought, the last first',
    limit: 'task_read',
    params: ResponseParams,
    query: InputItemsQuery,
    reply: InputItemList,
    refuses: ['not_found'],
  },
  ({ caller, params, query }) => listInputItems(caller, params.id, query),
)
