import { estimateRun } from '@/lib/benchmarks/runs'
import { Estimate, EstimateRequest } from '@/lib/benchmarks/schema'
import { operatorRoute } from '@/lib/http/routes'

export const POST = operatorRoute(
  { summary: 'What a run would ask and cost', limit: 'account', body: EstimateRequest, reply: Estimate },
  ({ body }) => estimateRun(body),
)
