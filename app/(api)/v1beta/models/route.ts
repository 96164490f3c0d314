import { geminiErrors } from '@/lib/gateway/chat/formats/gemini/errors'
import { listGeminiModels } from '@/lib/gateway/chat/formats/gemini/gemini'
import { GeminiModelList, GeminiModelQuery } from '@/lib/gateway/chat/formats/gemini/schema'
import { apiKeyRoute } from '@/lib/http/routes'

export const GET = apiKeyRoute(
  {
    summary: 'List the chat models (Google’s Gemini format)',
    limit: 'account',
    needs: null,
    query: GeminiModelQuery,
    reply: GeminiModelList,
    acceptsKeyInQuery: true,
    ...geminiErrors,
  },
  ({ caller, query }) => listGeminiModels(caller, query),
)
