import { listRuns } from '@/lib/benchmarks/runs'
import { RunsReply, StartedRun, StartRunRequest } from '@/lib/benchmarks/schema'
import { operatorRoute } from '@/lib/http/routes'
import { startBenchmark } from '@/lib/operators/benchmarks'

export const GET = operatorRoute(
  { summary: 'The newest benchmark runs', limit: 'account', reply: RunsReply },
  listRuns,
)

export const POST = operatorRoute(
  {
    summary: 'Measure a model',
    limit: 'account',
    body: StartRunRequest,
    reply: StartedRun,
    status: 201,
    idempotent: true,
  },
  ({ caller, body }) => startBenchmark(caller, body),
)
