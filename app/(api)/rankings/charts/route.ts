import { readCharts } from '@/lib/catalog/rankings/read-rankings'
import { ChartsReply, RankingQuery } from '@/lib/catalog/rankings/schema'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  {
    summary: 'Daily usage of the ten most used models of a modality, and of all others',
    limit: 'catalog',
    sharedForSeconds: 60,
    query: RankingQuery,
    reply: ChartsReply,
  },
  ({ query }) => readCharts(query),
)
