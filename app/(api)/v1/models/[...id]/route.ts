import { readModel } from '@/lib/catalog/models'
import { ModelPath, ModelReply } from '@/lib/catalog/schema'
import { apiKeyRoute } from '@/lib/http/routes'

export const GET = apiKeyRoute(
  {
    summary: 'Read one model',
    limit: 'account',
    params: ModelPath,
    reply: ModelReply,
    refuses: ['model_not_found', 'model_not_allowed'],
  },
  ({ caller, params }) => readModel(caller, params.id.join('/')),
)
