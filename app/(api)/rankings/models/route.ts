import { readModelRanking } from '@/lib/catalog/rankings/read-rankings'
import { ModelRankingReply, RankingQuery } from '@/lib/catalog/rankings/schema'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  {
    summary: 'Models by usage within their modality',
    limit: 'catalog',
    sharedForSeconds: 60,
    query: RankingQuery,
    reply: ModelRankingReply,
  },
  ({ query }) => readModelRanking(query),
)
