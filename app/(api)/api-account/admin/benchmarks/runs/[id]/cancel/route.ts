import { operatorRoute } from '@/lib/http/routes'
import { cancelBenchmark } from '@/lib/operator/admin/benchmarks'
import { IdParams } from '@/lib/operator/admin/catalog-schema'
import { StartedRun } from '@/lib/operator/benchmarks/schema'

export const POST = operatorRoute(
  {
    summary: 'Cancel a benchmark run',
    limit: 'account',
    params: IdParams,
    reply: StartedRun,
    refuses: ['task_not_cancellable'],
  },
  ({ caller, params }) => cancelBenchmark(caller, params.id),
)
