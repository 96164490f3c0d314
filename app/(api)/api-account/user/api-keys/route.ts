import { createKey, listKeys } from '@/lib/api-keys/keys'
import { ApiKeyList, CreateApiKeyRequest, CreatedApiKey } from '@/lib/api-keys/schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  { summary: 'List API keys', limit: 'account', reply: ApiKeyList },
  ({ caller }) => listKeys(caller),
)

export const POST = accountRoute(
  {
    summary: 'Create an API key; its secret is shown once',
    limit: 'account',
    body: CreateApiKeyRequest,
    example: { name: 'production', scopes: ['inference'], limit_usd: '20', limit_reset: 'monthly' },
    reply: CreatedApiKey,
    status: 201,
  },
  ({ caller, body }) => createKey(caller, body),
)
