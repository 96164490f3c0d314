import { listProviders } from '@/lib/catalog/models/providers'
import { ProviderListQuery, ProviderListReply } from '@/lib/catalog/models/schema'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  {
    summary: 'Providers in service with their models counted, their modalities and their status',
    limit: 'catalog',
    sharedForSeconds: 60,
    query: ProviderListQuery,
    reply: ProviderListReply,
  },
  ({ query }) => listProviders(query),
)
