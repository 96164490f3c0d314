import { listBenchmarkScores } from '@/lib/benchmarks/list-benchmark-scores'
import { BenchmarkScoresReply } from '@/lib/benchmarks/schema'
import { operatorRoute } from '@/lib/http/operator-route'

export const GET = operatorRoute(
  {
    summary: 'The newest score of each model in each category',
    limit: 'account',
    reply: BenchmarkScoresReply,
  },
  async () => ({ data: await listBenchmarkScores() }),
)
