import { publicRoute } from '@/lib/http/routes'
import { readCharts } from '@/lib/rankings/read-charts'
import { ChartsReply, RankingQuery } from '@/lib/rankings/schema'

export const GET = publicRoute(
  {
    summary: 'Tokens by day of the ten most used models, and of the others together',
    limit: 'catalog',
    sharedForSeconds: 60,
    query: RankingQuery,
    reply: ChartsReply,
  },
  ({ query }) => readCharts(query),
)
