import { operatorRoute } from '@/lib/http/routes'
import { DiscoveryReply, IdParams } from '@/lib/operator/admin/catalog-schema'
import { discoverModels } from '@/lib/operator/admin/models'

export const POST = operatorRoute(
  {
    summary: 'Ask a provider for its own list of models',
    limit: 'account',
    params: IdParams,
    reply: DiscoveryReply,
  },
  ({ params }) => discoverModels(params.id),
)
