import { operatorRoute } from '@/lib/http/routes'
import { estimateRun } from '@/lib/operator/benchmarks/runs'
import { Estimate, EstimateRequest } from '@/lib/operator/benchmarks/schema'

export const POST = operatorRoute(
  { summary: 'What a run would ask and cost', limit: 'account', body: EstimateRequest, reply: Estimate },
  ({ body }) => estimateRun(body),
)
