import { listModels } from '@/lib/catalog/models'
import { ModelListReply } from '@/lib/catalog/schema'
import { apiKeyRoute } from '@/lib/http/routes'

export const GET = apiKeyRoute(
  { summary: 'List the models that can be called', limit: 'account', reply: ModelListReply },
  ({ caller }) => listModels(caller),
)
