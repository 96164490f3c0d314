import { setDefaultModels } from '@/lib/account/api-keys/keys'
import { ApiKeyParams, ApiKeyRecord, DefaultModelsRequest } from '@/lib/account/api-keys/schema'
import { accountRoute } from '@/lib/http/routes'

export const PUT = accountRoute(
  {
    summary: 'Set the models that a key means by "default"',
    limit: 'account',
    params: ApiKeyParams,
    body: DefaultModelsRequest,
    example: { chat: 'sandbox/chat', image: 'sandbox/image-1', video: null },
    reply: ApiKeyRecord,
    refuses: ['not_found'],
  },
  ({ caller, params, body }) => setDefaultModels(caller, params.id, body),
)
