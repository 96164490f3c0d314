import { listInputItems } from '@/lib/gateway/chat/formats/responses/memory'
import { InputItemList, InputItemsQuery, ResponseParams } from '@/lib/gateway/chat/formats/responses/schema'
import { apiKeyRoute } from '@/lib/http/routes'

export const GET = apiKeyRoute(
  {
    summary: 'List the input items of a response',
    limit: 'task_read',
    params: ResponseParams,
    query: InputItemsQuery,
    reply: InputItemList,
    refuses: ['not_found'],
  },
  ({ caller, params, query }) => listInputItems(caller, params.id, query),
)
