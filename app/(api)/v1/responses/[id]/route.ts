import { deleteResponse, readResponse } from '@/lib/gateway/chat/formats/responses/memory'
import {
  DeletedResponse,
  ResponseParams,
  ResponseQuery,
  ResponseReply,
} from '@/lib/gateway/chat/formats/responses/schema'
import { apiKeyRoute } from '@/lib/http/routes'

export const GET = apiKeyRoute(
  {
    summary: 'A response that is kept, or how far one is that is made in the background',
    limit: 'task_read',
    params: ResponseParams,
    query: ResponseQuery,
    reply: ResponseReply,
    refuses: ['not_found'],
  },
  ({ caller, params }) => readResponse(caller, params.id),
)

export const DELETE = apiKeyRoute(
  {
    summary: 'Forget a response',
    limit: 'task_read',
    params: ResponseParams,
    reply: DeletedResponse,
    refuses: ['not_found'],
  },
  ({ caller, params }) => deleteResponse(caller, params.id),
)
