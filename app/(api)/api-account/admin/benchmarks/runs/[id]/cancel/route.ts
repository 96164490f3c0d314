import { BenchmarkRun, RunParams } from '@/lib/benchmarks/schema'
import { operatorRoute } from '@/lib/http/operator-route'
import { cancelBenchmark } from '@/lib/operators/cancel-benchmark'

export const POST = operatorRoute(
  { summary: 'End a run', limit: 'account', params: RunParams, reply: BenchmarkRun },
  ({ caller, params }) => cancelBenchmark(caller, params.id),
)
