import { readKey, revokeKey, updateKey } from '@/lib/account/api-keys/keys'
import { ApiKeyParams, ApiKeyRecord, DeletedApiKey, UpdateApiKeyRequest } from '@/lib/account/api-keys/schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'Get an API key',
    limit: 'account',
    needs: 'keys.list',
    params: ApiKeyParams,
    reply: ApiKeyRecord,
    refuses: ['not_found'],
  },
  ({ caller, params }) => readKey(caller, params.id),
)

export const PATCH = accountRoute(
  {
    summary: 'Change an API key',
    limit: 'account',
    needs: 'keys.own',
    params: ApiKeyParams,
    body: UpdateApiKeyRequest,
    example: { name: 'staging', status: 'disabled' },
    reply: ApiKeyRecord,
    refuses: ['not_found'],
    audit: 'api_key.update',
  },
  ({ caller, params, body }) => updateKey(caller, params.id, body),
)

export const DELETE = accountRoute(
  {
    summary: 'Revoke an API key',
    limit: 'account',
    needs: 'keys.own',
    params: ApiKeyParams,
    reply: DeletedApiKey,
    refuses: ['not_found'],
    audit: 'api_key.revoke',
  },
  ({ caller, params }) => revokeKey(caller, params.id),
)
