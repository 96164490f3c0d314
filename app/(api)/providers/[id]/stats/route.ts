import { readProviderStats } from '@/lib/catalog/models/providers'
import { ProviderParams } from '@/lib/catalog/models/schema'
import { ProviderStatsReply, StatsQuery } from '@/lib/catalog/models/stats-schema'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  {
    summary: 'Statistics of a provider over a window, with a time series',
    limit: 'catalog',
    sharedForSeconds: 60,
    params: ProviderParams,
    query: StatsQuery,
    reply: ProviderStatsReply,
    refuses: ['not_found'],
  },
  ({ params, query }) => readProviderStats(params.id, query),
)
