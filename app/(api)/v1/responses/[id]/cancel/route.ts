import { cancelResponse } from '@/lib/gateway/chat/formats/responses/background'
import { ResponseParams, ResponseReply } from '@/lib/gateway/chat/formats/responses/schema'
import { apiKeyRoute } from '@/lib/http/routes'

export const POST = apiKeyRoute(
  {
    summary: 'Cancel a background response',
    limit: 'task_read',
    params: ResponseParams,
    reply: ResponseReply,
    refuses: ['not_found', 'invalid_parameter'],
  },
  ({ caller, params }) => cancelResponse(caller, params.id),
)
