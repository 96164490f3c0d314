import { listRuns } from '@/lib/benchmarks/list-runs'
import { BenchmarkRun, RunsQuery, RunsReply, StartRunRequest } from '@/lib/benchmarks/schema'
import { operatorRoute } from '@/lib/http/operator-route'
import { startBenchmark } from '@/lib/operators/start-benchmark'

export const GET = operatorRoute(
  { summary: 'Benchmark runs, newest first', limit: 'account', query: RunsQuery, reply: RunsReply },
  ({ query }) => listRuns(query),
)

export const POST = operatorRoute(
  {
    summary: 'Measure a model',
    limit: 'account',
    body: StartRunRequest,
    reply: BenchmarkRun,
    status: 201,
    idempotent: true,
  },
  ({ caller, body }) => startBenchmark(caller, body),
)
