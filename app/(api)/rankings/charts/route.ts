import { readCharts } from '@/lib/catalog/rankings/read-charts'
import { ChartsReply, RankingQuery } from '@/lib/catalog/rankings/schema'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  {
    summary: 'Use by day of the ten most used models of a kind, and of its others together',
    limit: 'catalog',
    sharedForSeconds: 60,
    query: RankingQuery,
    reply: ChartsReply,
  },
  ({ query }) => readCharts(query),
)
