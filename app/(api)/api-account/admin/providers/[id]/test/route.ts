import { ProviderTestReply } from '@/lib/catalog/models/schema'
import { operatorRoute } from '@/lib/http/routes'
import { IdParams } from '@/lib/operator/admin/catalog-schema'
import { testOperatorProvider } from '@/lib/operator/admin/providers'
import { ProviderTestRequest } from '@/lib/operator/admin/providers-schema'

export const POST = operatorRoute(
  {
    summary: 'Whether a provider answers and accepts a key, by a real call that costs nothing',
    limit: 'account',
    params: IdParams,
    body: ProviderTestRequest,
    reply: ProviderTestReply,
  },
  ({ params, body }) => testOperatorProvider(params.id, body.key_id),
)
