import { readBenchmarkRanking } from '@/lib/catalog/rankings/read-rankings'
import { BenchmarkRankingReply, RankingQuery } from '@/lib/catalog/rankings/schema'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  {
    summary: 'Models by benchmark score, with sources',
    limit: 'catalog',
    sharedForSeconds: 60,
    query: RankingQuery,
    reply: BenchmarkRankingReply,
  },
  ({ query }) => readBenchmarkRanking(query),
)
