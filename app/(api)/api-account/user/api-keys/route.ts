import { createKey, listKeys } from '@/lib/account/api-keys/keys'
import {
  ApiKeyList,
  ApiKeyListQuery,
  CreateApiKeyRequest,
  CreatedApiKey,
} from '@/lib/account/api-keys/schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'List API keys, newest first',
    limit: 'account',
    needs: 'keys.list',
    query: ApiKeyListQuery,
    reply: ApiKeyList,
    refuses: ['invalid_cursor'],
  },
  ({ caller, query }) => listKeys(caller, query),
)

export const POST = accountRoute(
  {
    summary: 'Create an API key; its secret is shown once',
    limit: 'account',
    needs: 'keys.own',
    body: CreateApiKeyRequest,
    example: { name: 'production', scopes: ['inference'], limit_usd: '20', limit_reset: 'monthly' },
    reply: CreatedApiKey,
    status: 201,
    idempotent: true,
    holdsSecret: true,
    audit: 'api_key.create',
  },
  ({ caller, body }) => createKey(caller, body),
)
