import { operatorRoute } from '@/lib/http/routes'
import { LocalServerList } from '@/lib/operator/admin/catalog-schema'
import { findLocalServers } from '@/lib/operator/admin/providers'

export const POST = operatorRoute(
  {
    summary: 'Look for servers of models on this machine',
    limit: 'account',
    reply: LocalServerList,
    refuses: ['demo_is_open'],
  },
  () => findLocalServers(),
)
