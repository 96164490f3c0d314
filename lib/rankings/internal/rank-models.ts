import type { LeaderboardItem } from '../schema'
import type { ModelTraffic } from './model-traffic'
import { shareOf } from './share-of'

/** `models` and `before`, what they did in the window before, come in order of rank. */
export function rankModels(
  models: readonly ModelTraffic[],
  before: readonly ModelTraffic[],
  nameOf: (modelId: string) => string,
): LeaderboardItem[] {
  const total = models.reduce((sum, { total_tokens }) => sum + total_tokens, 0n)
  const earlier = new Map(before.map((model, index) => [model.modelId, { model, rank: index + 1 }]))
  return models.map((model, index) => {
    const previous = earlier.get(model.modelId)
    return {
      rank: index + 1,
      model_id: model.modelId,
      model_name: nameOf(model.modelId),
      modality: model.modality,
      provider_id: model.providerId,
      total_tokens: model.total_tokens.toString(),
      requests: model.requests,
      share: shareOf(model.total_tokens, total),
      change: changeOf(model.total_tokens, previous?.model.total_tokens ?? 0n),
      previous_rank: previous?.rank ?? null,
    }
  })
}

function changeOf(now: bigint, before: bigint): number | null {
  return before === 0n ? null : Number(now) / Number(before) - 1
}
