import { StartedRun } from '@/lib/benchmarks/schema'
import { operatorRoute } from '@/lib/http/routes'
import { cancelBenchmark } from '@/lib/operators/benchmarks'
import { IdParams } from '@/lib/operators/catalog-schema'

export const POST = operatorRoute(
  { summary: 'End a run', limit: 'account', params: IdParams, reply: StartedRun },
  ({ caller, params }) => cancelBenchmark(caller, params.id),
)
