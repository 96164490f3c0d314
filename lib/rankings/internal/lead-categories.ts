import type { BenchmarkCategory } from '@/lib/benchmarks/schema'
import { Modality } from '@/lib/catalog/schema'
import type { CategoryLeader, SpeedRanking } from '../schema'
import type { ModelTraffic } from './model-traffic'

type Leader = Omit<CategoryLeader, 'model_name'>
type Measure = { metric: string; of: (model: ModelTraffic) => bigint | number }

const tokens: Measure = { metric: 'total_tokens', of: (model) => model.total_tokens }

/** By what use of each kind is measured. */
const measures: Record<Modality, Measure> = {
  chat: tokens,
  embedding: tokens,
  image: { metric: 'images', of: (model) => model.images },
  video: { metric: 'video_seconds', of: (model) => model.video_millis / 1000 },
}

/** The first in use of each kind, in speed, and in each benchmark. Where nobody is, the category is left out. */
export function leadCategories(
  models: readonly ModelTraffic[],
  speed: SpeedRanking,
  benchmarks: readonly BenchmarkCategory[],
  nameOf: (modelId: string) => string,
): CategoryLeader[] {
  const leaders = [
    ...Modality.options.flatMap((modality) => mostUsed(models, modality)),
    ...speed.throughput.slice(0, 1).map(({ model_id, tps_p50 }) => ({
      category: 'throughput',
      model_id,
      metric: 'tps_p50',
      value: tps_p50,
    })),
    ...speed.latency.slice(0, 1).map(({ model_id, ttft_p50_ms }) => ({
      category: 'latency',
      model_id,
      metric: 'ttft_p50_ms',
      value: ttft_p50_ms,
    })),
    ...benchmarks.flatMap(({ category, items }) =>
      items.slice(0, 1).map(({ model_id, metric, score }) => ({ category, model_id, metric, value: score })),
    ),
  ]
  return leaders.map((leader) => ({ ...leader, model_name: nameOf(leader.model_id) }))
}

function mostUsed(models: readonly ModelTraffic[], modality: Modality): Leader[] {
  const { metric, of } = measures[modality]
  const [first] = models
    .filter((model) => model.modality === modality && of(model) > 0)
    .toSorted((a, b) => (of(a) === of(b) ? 0 : of(a) > of(b) ? -1 : 1))
  if (first === undefined) return []
  const value = of(first)
  const shown = typeof value === 'bigint' ? value.toString() : value
  return [{ category: modality, model_id: first.modelId, metric, value: shown }]
}
