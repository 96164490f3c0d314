import { readModel } from '@/lib/catalog/models'
import { ModelPath, ModelReply } from '@/lib/catalog/schema'
import { apiKeyRoute } from '@/lib/http/routes'
import { inWordsOfClient } from '@/lib/messages/errors'

export const GET = apiKeyRoute(
  {
    summary: 'Read one model',
    limit: 'account',
    params: ModelPath,
    reply: ModelReply,
    refuses: ['model_not_found', 'model_not_allowed'],
    ...inWordsOfClient,
  },
  ({ caller, params }) => readModel(caller, params.id.join('/')),
)
