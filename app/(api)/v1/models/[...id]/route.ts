import { readModel } from '@/lib/catalog/models/models'
import { ModelPath, ModelReply } from '@/lib/catalog/models/schema'
import { clientErrors } from '@/lib/gateway/chat/formats/messages/errors'
import { apiKeyRoute } from '@/lib/http/routes'

export const GET = apiKeyRoute(
  {
    summary: 'Retrieve a model',
    limit: 'account',
    params: ModelPath,
    reply: ModelReply,
    refuses: ['model_not_found', 'model_not_allowed'],
    ...clientErrors,
  },
  ({ caller, params }) => readModel(caller, params.id.join('/')),
)
