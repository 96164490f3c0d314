import { BenchmarkRun, RunParams } from '@/lib/benchmarks/schema'
import { operatorRoute } from '@/lib/http/operator-route'
import { resumeBenchmark } from '@/lib/operators/resume-benchmark'

export const POST = operatorRoute(
  {
    summary: 'Go on with what an ended run has not found out',
    limit: 'account',
    params: RunParams,
    reply: BenchmarkRun,
  },
  ({ caller, params }) => resumeBenchmark(caller, params.id),
)
