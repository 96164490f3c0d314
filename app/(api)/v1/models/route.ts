import { z } from 'zod'
import { listModels } from '@/lib/catalog/models/models'
import { ModelListQuery, ModelListReply } from '@/lib/catalog/models/schema'
import { clientErrors, isGoogleClient } from '@/lib/gateway/chat/formats/clients'
import { listGeminiModels } from '@/lib/gateway/chat/formats/gemini/gemini'
import { GeminiModelList, GeminiModelQuery } from '@/lib/gateway/chat/formats/gemini/schema'
import { apiKeyRoute } from '@/lib/http/routes'

export const GET = apiKeyRoute(
  {
    summary: 'List the models that can be called',
    limit: 'account',
    needs: null,
    query: ModelListQuery.extend(GeminiModelQuery.shape),
    reply: z.union([ModelListReply, GeminiModelList]),
    ...clientErrors,
    refusesBelow: '/v1/models',
  },
  ({ caller, query, exchange }) =>
    isGoogleClient(exchange) ? listGeminiModels(caller, query) : listModels(caller, query),
)
