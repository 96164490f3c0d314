import { readProvider } from '@/lib/catalog/models/providers'
import { ProviderParams, ProviderReply } from '@/lib/catalog/models/schema'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  {
    summary: 'A provider with its models, policies and throughput',
    limit: 'catalog',
    sharedForSeconds: 60,
    params: ProviderParams,
    reply: ProviderReply,
    refuses: ['not_found'],
  },
  ({ params }) => readProvider(params.id),
)
