import { operatorRoute } from '@/lib/http/routes'
import { ConnectReply, ConnectRequest } from '@/lib/operator/admin/catalog-schema'
import { connectByKey } from '@/lib/operator/admin/providers'

export const POST = operatorRoute(
  {
    summary: 'Find the provider that a key is of, test the key and add it',
    limit: 'account',
    body: ConnectRequest,
    example: { key: 'sk-or-v1-0123456789abcdef', provider: 'openrouter' },
    reply: ConnectReply,
    refuses: ['demo_is_open', 'not_found'],
  },
  ({ caller, body }) => connectByKey(caller, body),
)
