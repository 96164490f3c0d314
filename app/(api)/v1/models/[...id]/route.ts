import { z } from 'zod'
import { readModel } from '@/lib/catalog/models/models'
import { ModelPath, ModelReply } from '@/lib/catalog/models/schema'
import { clientErrors, isGoogleClient } from '@/lib/gateway/chat/formats/clients'
import { readGeminiModel } from '@/lib/gateway/chat/formats/gemini/gemini'
import { GeminiModel } from '@/lib/gateway/chat/formats/gemini/schema'
import { apiKeyRoute } from '@/lib/http/routes'

export const GET = apiKeyRoute(
  {
    summary: 'Retrieve a model',
    limit: 'account',
    needs: null,
    params: ModelPath,
    reply: z.union([ModelReply, GeminiModel]),
    refuses: ['model_not_found', 'model_not_allowed'],
    ...clientErrors,
  },
  ({ caller, params: { id }, exchange }) =>
    isGoogleClient(exchange) ? readGeminiModel(caller, id) : readModel(caller, id.join('/')),
)

/** Google's current SDKs call the methods of models here. */
export { POST } from '../../../v1beta/models/[...id]/route'
