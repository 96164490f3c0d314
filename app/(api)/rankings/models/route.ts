import { publicRoute } from '@/lib/http/routes'
import { readModelRanking } from '@/lib/rankings/read-rankings'
import { ModelRankingReply, RankingQuery } from '@/lib/rankings/schema'

export const GET = publicRoute(
  {
    summary: 'Models by use, within their kinds',
    limit: 'catalog',
    sharedForSeconds: 60,
    query: RankingQuery,
    reply: ModelRankingReply,
  },
  ({ query }) => readModelRanking(query),
)
