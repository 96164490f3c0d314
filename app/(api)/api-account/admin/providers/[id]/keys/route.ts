import { operatorRoute } from '@/lib/http/routes'
import { IdParams, OperatorProvider, SetKeyRequest } from '@/lib/operator/admin/catalog-schema'
import { addProviderKey } from '@/lib/operator/admin/providers'

export const POST = operatorRoute(
  {
    summary: 'Add a key to a provider',
    limit: 'account',
    params: IdParams,
    body: SetKeyRequest,
    example: { key: 'sk-0123456789abcdef' },
    reply: OperatorProvider,
    status: 201,
    refuses: ['demo_is_open'],
    idempotent: true,
  },
  ({ caller, params, body }) => addProviderKey(caller, params.id, body.key),
)
