import { ProviderTestReply } from '@/lib/catalog/models/schema'
import { operatorRoute } from '@/lib/http/routes'
import { IdParams, ProviderTestRequest } from '@/lib/operator/admin/catalog-schema'
import { testOperatorProvider } from '@/lib/operator/admin/providers'

export const POST = operatorRoute(
  {
    summary: 'Test a provider and a key with a free call',
    limit: 'account',
    params: IdParams,
    body: ProviderTestRequest,
    example: { key_id: null },
    reply: ProviderTestReply,
  },
  ({ params, body }) => testOperatorProvider(params.id, body.key_id),
)
