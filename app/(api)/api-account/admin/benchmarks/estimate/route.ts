import { operatorRoute } from '@/lib/http/routes'
import { estimateRun } from '@/lib/operator/benchmarks/runs'
import { Estimate, EstimateRequest } from '@/lib/operator/benchmarks/schema'

export const POST = operatorRoute(
  {
    summary: 'Estimate the items and cost of a benchmark run',
    limit: 'account',
    body: EstimateRequest,
    example: { model: 'openai/gpt-4.1', suites: ['reasoning'] },
    reply: Estimate,
    refuses: ['model_not_found'],
  },
  ({ body }) => estimateRun(body),
)
