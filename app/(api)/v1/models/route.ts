import { listModels } from '@/lib/catalog/models/models'
import { ModelListQuery, ModelListReply } from '@/lib/catalog/models/schema'
import { clientErrors } from '@/lib/gateway/chat/formats/messages/errors'
import { apiKeyRoute } from '@/lib/http/routes'

export const GET = apiKeyRoute(
  {
    summary: 'List the models that can be called',
    limit: 'account',
    query: ModelListQuery,
    reply: ModelListReply,
    ...clientErrors,
    isRefusalBelow: true,
  },
  ({ caller, query }) => listModels(caller, query),
)
