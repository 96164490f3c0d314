import { listResults } from '@/lib/benchmarks/list-results'
import { ResultsQuery, ResultsReply, RunParams } from '@/lib/benchmarks/schema'
import { operatorRoute } from '@/lib/http/operator-route'

export const GET = operatorRoute(
  {
    summary: 'What came of the items of a run',
    limit: 'account',
    params: RunParams,
    query: ResultsQuery,
    reply: ResultsReply,
  },
  ({ params, query }) => listResults(params.id, query),
)
