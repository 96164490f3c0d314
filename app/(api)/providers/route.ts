import { listProviders } from '@/lib/catalog/providers'
import { ProviderListReply } from '@/lib/catalog/schema'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  {
    summary: 'Providers with their models counted, their modalities and their status',
    limit: 'catalog',
    sharedForSeconds: 60,
    page: '/explore/providers',
    reply: ProviderListReply,
  },
  listProviders,
)
