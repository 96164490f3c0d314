import { formatUsd } from '@/lib/platform/money'
import { estimateCost } from './internal/estimate-cost'
import { planSuites } from './internal/plan-suites'
import { requireChatModel } from './internal/require-chat-model'
import { type Estimate, type EstimateRequest, suiteCategories } from './schema'

/** What a run would ask and cost. Throws `model_not_found`, `invalid_parameter`. */
export function estimateRun({ model: modelId, suites, limit, max_tokens }: EstimateRequest): Estimate {
  const model = requireChatModel(modelId)
  const estimate = estimateCost(model, planSuites(suites, limit), max_tokens ?? null)
  const sum = (of: 'items' | 'promptTokens' | 'maxCompletionTokens') =>
    estimate.suites.reduce((total, suite) => total + suite[of], 0)
  return {
    model_id: model.id,
    suites: estimate.suites.map((suite) => ({
      id: suite.id,
      category: suiteCategories[suite.id],
      items: suite.items,
      prompt_tokens: suite.promptTokens,
      max_completion_tokens: suite.maxCompletionTokens,
    })),
    items: sum('items'),
    prompt_tokens: sum('promptTokens'),
    max_completion_tokens: sum('maxCompletionTokens'),
    min_cost: formatUsd(estimate.minNanos),
    max_cost: formatUsd(estimate.maxNanos),
  }
}
