import { readSpeedRanking } from '@/lib/catalog/rankings/read-rankings'
import { RankingQuery, SpeedRankingReply } from '@/lib/catalog/rankings/schema'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  {
    summary: 'The fastest models by throughput and time to first token',
    limit: 'catalog',
    sharedForSeconds: 60,
    query: RankingQuery,
    reply: SpeedRankingReply,
  },
  ({ query }) => readSpeedRanking(query),
)
