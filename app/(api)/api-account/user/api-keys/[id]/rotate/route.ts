import { rotateKey } from '@/lib/account/api-keys/keys'
import { ApiKeyParams, CreatedApiKey, RotateRequest } from '@/lib/account/api-keys/schema'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Rotate the secret of an API key; former ones work until their grace period ends',
    limit: 'account',
    needs: 'keys.own',
    params: ApiKeyParams,
    body: RotateRequest,
    example: { grace_seconds: 3600 },
    isBodyOptional: true,
    reply: CreatedApiKey,
    idempotent: true,
    holdsSecret: true,
    refuses: ['not_found'],
    audit: 'api_key.rotate',
  },
  ({ caller, params, body }) => rotateKey(caller, params.id, body),
)
