import { operatorRoute } from '@/lib/http/routes'
import { estimateRun } from '@/lib/operator/benchmarks/runs'
import { Estimate, EstimateRequest } from '@/lib/operator/benchmarks/schema'

export const POST = operatorRoute(
  {
    summary: 'Estimate the items and cost of a benchmark run',
    limit: 'account',
    body: EstimateRequest,
    reply: Estimate,
  },
  ({ body }) => estimateRun(body),
)
