import { RunParams, StartedRun } from '@/lib/benchmarks/schema'
import { operatorRoute } from '@/lib/http/routes'
import { cancelBenchmark } from '@/lib/operators/benchmarks'

export const POST = operatorRoute(
  { summary: 'End a run', limit: 'account', params: RunParams, reply: StartedRun },
  ({ caller, params }) => cancelBenchmark(caller, params.id),
)
