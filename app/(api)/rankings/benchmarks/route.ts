import { publicRoute } from '@/lib/http/routes'
import { readBenchmarkRanking } from '@/lib/rankings/read-rankings'
import { BenchmarkRankingReply, RankingQuery } from '@/lib/rankings/schema'

export const GET = publicRoute(
  {
    summary: 'Models by benchmark score, each with its source',
    limit: 'catalog',
    sharedForSeconds: 60,
    query: RankingQuery,
    reply: BenchmarkRankingReply,
  },
  ({ query }) => readBenchmarkRanking(query),
)
