import { readRankings } from '@/lib/catalog/rankings/read-rankings'
import { RankingQuery, RankingsReply } from '@/lib/catalog/rankings/schema'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  {
    summary: 'Models and providers by usage, benchmarks, speed, and category leaders',
    limit: 'catalog',
    sharedForSeconds: 60,
    query: RankingQuery,
    reply: RankingsReply,
  },
  ({ query }) => readRankings(query),
)
