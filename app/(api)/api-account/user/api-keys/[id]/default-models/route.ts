import { setDefaultModels } from '@/lib/account/api-keys/keys'
import { ApiKeyParams, ApiKeyRecord, DefaultModelsRequest } from '@/lib/account/api-keys/schema'
import { accountRoute } from '@/lib/http/routes'

export const PUT = accountRoute(
  {
    summary: 'Set the default models of an API key',
    limit: 'account',
    needs: 'keys.own',
    params: ApiKeyParams,
    body: DefaultModelsRequest,
    example: { chat: 'sandbox/chat', image: 'sandbox/image-1', video: null },
    reply: ApiKeyRecord,
    refuses: ['not_found'],
    audit: 'api_key.update',
  },
  ({ caller, params, body }) => setDefaultModels(caller, params.id, body),
)
