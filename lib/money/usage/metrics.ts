import { counter, histogram } from '@/lib/platform/metrics'
import { toUsdNumber } from '@/lib/platform/money'
import type { MeterReading } from './usage-row'

const by = ['provider', 'model'] as const

const requests = counter('model_requests_total', 'Requests that reached an upstream, by how they ended.', [
  ...by,
  'modality',
  'status',
])
const tokens = counter('model_tokens_total', 'Tokens; cached and reasoning ones are part of the others.', [
  ...by,
  'kind',
])
const cost = counter('model_cost_usd_total', 'What customers were charged, in dollars.', by)
const answerSeconds = histogram('model_answer_seconds', 'From a request to the end of its answer.', by)
const firstSeconds = histogram('model_first_token_seconds', 'From a request to its first token.', by)

/** Counts a request that was settled. */
export function countUsage(
  reading: MeterReading,
  { startedAt, endedAt, costNanos }: { startedAt: Date; endedAt: Date; costNanos: bigint },
): void {
  const { providerId: provider, modelId: model, modality, status, firstByteAt } = reading
  requests.inc({ provider, model, modality, status })
  for (const [kind, count] of Object.entries({
    prompt: reading.promptTokens,
    cached: reading.cachedTokens,
    completion: reading.completionTokens,
    reasoning: reading.reasoningTokens,
  }))
    if (count) tokens.inc({ provider, model, kind }, count)
  cost.inc({ provider, model }, toUsdNumber(costNanos))
  const since = (at: Date) => Math.max(0, at.getTime() - startedAt.getTime()) / 1000
  if (status === 'success') answerSeconds.observe({ provider, model }, since(endedAt))
  if (firstByteAt) firstSeconds.observe({ provider, model }, since(firstByteAt))
}
