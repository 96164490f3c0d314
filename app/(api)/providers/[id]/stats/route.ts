import { readProviderStats } from '@/lib/catalog/models/read-provider-stats'
import { ProviderParams } from '@/lib/catalog/models/schema'
import { ProviderStatsReply, StatsQuery } from '@/lib/catalog/models/stats-schema'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  {
    summary: 'How a provider served, in a window and by its stretches',
    limit: 'catalog',
    sharedForSeconds: 60,
    params: ProviderParams,
    query: StatsQuery,
    reply: ProviderStatsReply,
    refuses: ['not_found'],
  },
  ({ params, query }) => readProviderStats(params.id, query),
)
