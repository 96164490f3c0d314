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
    summary: 'Retrieve a stored or background response',
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
    summary: 'Delete a response',
    limit: 'task_read',
    params: ResponseParams,
    reply: DeletedResponse,
    refuses: ['not_found'],
  },
  ({ caller, params }) => deleteResponse(caller, params.id),
)
