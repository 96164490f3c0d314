import { operatorRoute } from '@/lib/http/routes'
import { discoverModels } from '@/lib/operator/admin/catalog'
import { DiscoveryReply, IdParams } from '@/lib/operator/admin/catalog-schema'

export const POST = operatorRoute(
  {
    summary: 'List the models that a provider offers',
    limit: 'account',
    params: IdParams,
    reply: DiscoveryReply,
    refuses: ['invalid_parameter'],
  },
  ({ params }) => discoverModels(params.id),
)
