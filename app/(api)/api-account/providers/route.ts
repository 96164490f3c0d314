import { listProviders } from '@/lib/catalog/models/providers'
import { ProviderListQuery, ProviderListReply } from '@/lib/catalog/models/schema'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  {
    summary: 'Active providers with their number of models, modalities and status',
    limit: 'catalog',
    sharedForSeconds: 60,
    query: ProviderListQuery,
    reply: ProviderListReply,
  },
  ({ query }) => listProviders(query),
)
