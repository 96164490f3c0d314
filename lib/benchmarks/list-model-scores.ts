import { createFreshCache } from '@/lib/platform/fresh-cache'
import { listBenchmarkScores } from './list-benchmark-scores'
import type { ModelScore } from './schema'

const cached = createFreshCache<ModelScore[]>('model-scores')

/** How a model did in every category in which it has a figure, beside how many others. */
export function listModelScores(modelId: string): Promise<ModelScore[]> {
  return cached(modelId, async () => {
    const categories = await listBenchmarkScores()
    return categories.flatMap(({ category, items }) =>
      items
        .filter((item) => item.model_id === modelId)
        .map((item) => ({ ...item, category, compared: items.length })),
    )
  })
}
