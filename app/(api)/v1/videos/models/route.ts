import { listModels } from '@/lib/catalog/models/models'
import { ModelListQuery, ModelListReply } from '@/lib/catalog/models/schema'
import { apiKeyRoute } from '@/lib/http/routes'

export const GET = apiKeyRoute(
  {
    summary: 'List the models that make videos',
    limit: 'task_read',
    needs: null,
    query: ModelListQuery,
    reply: ModelListReply,
  },
  ({ caller, query }) => listModels(caller, query, 'video'),
)
