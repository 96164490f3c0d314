import { operatorRoute } from '@/lib/http/routes'
import { KeyParams, OperatorProvider, SetKeyRequest } from '@/lib/operator/admin/catalog-schema'
import { removeProviderKey, replaceProviderKey } from '@/lib/operator/admin/providers'

export const PUT = operatorRoute(
  {
    summary: 'Replace a provider’s key',
    limit: 'account',
    params: KeyParams,
    body: SetKeyRequest,
    example: { key: 'sk-0123456789abcdef' },
    reply: OperatorProvider,
    refuses: ['demo_is_open'],
  },
  ({ caller, params, body }) => replaceProviderKey(caller, params, body.key),
)

export const DELETE = operatorRoute(
  { summary: 'Remove a provider’s key', limit: 'account', params: KeyParams, reply: OperatorProvider },
  ({ caller, params }) => removeProviderKey(caller, params),
)
