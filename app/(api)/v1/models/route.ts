import { listModels } from '@/lib/catalog/models'
import { ModelListQuery, ModelListReply } from '@/lib/catalog/schema'
import { apiKeyRoute } from '@/lib/http/routes'
import { inWordsOfClient } from '@/lib/messages/errors'

export const GET = apiKeyRoute(
  {
    summary: 'List the models that can be called',
    limit: 'account',
    query: ModelListQuery,
    reply: ModelListReply,
    ...inWordsOfClient,
    isRefusalBelow: true,
  },
  ({ caller, query }) => listModels(caller, query),
)
