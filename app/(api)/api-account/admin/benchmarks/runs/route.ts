import { operatorRoute } from '@/lib/http/routes'
import { startBenchmark } from '@/lib/operator/admin/benchmarks'
import { listRuns } from '@/lib/operator/benchmarks/runs'
import { RunsReply, StartedRun, StartRunRequest } from '@/lib/operator/benchmarks/schema'

export const GET = operatorRoute(
  { summary: 'The latest benchmark runs', limit: 'account', reply: RunsReply },
  listRuns,
)

export const POST = operatorRoute(
  {
    summary: 'Start a benchmark run',
    limit: 'account',
    body: StartRunRequest,
    example: { model: 'openai/gpt-4.1', suites: ['reasoning'], max_cost_usd: '2.50' },
    reply: StartedRun,
    status: 201,
    idempotent: true,
    refuses: ['model_not_found'],
  },
  ({ caller, body }) => startBenchmark(caller, body),
)
