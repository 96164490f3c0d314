import { sampleCount, throughputTps, ttftMs } from '@/lib/usage/traffic'
import type { SpeedRanking } from '../schema'
import type { ModelTraffic } from './model-traffic'

/** Fewer say too little. */
const LEAST_SAMPLES = 10

/** Chat models by speed, the fastest first; of equals the one with more samples. */
export function rankSpeed(
  models: readonly ModelTraffic[],
  nameOf: (modelId: string) => string,
): SpeedRanking {
  const chat = models.filter(({ modality }) => modality === 'chat')
  const measured = (read: (model: ModelTraffic) => number | null, histogram: 'throughput' | 'ttft') =>
    chat.flatMap((model) => {
      const [figure, samples] = [read(model), sampleCount(model[histogram])]
      if (figure === null || samples < LEAST_SAMPLES) return []
      return { model_id: model.modelId, model_name: nameOf(model.modelId), figure, samples }
    })
  const throughput = measured((model) => throughputTps(model, 0.5), 'throughput')
  const latency = measured((model) => ttftMs(model, 0.5), 'ttft')
  return {
    throughput: throughput
      .sort((a, b) => b.figure - a.figure || b.samples - a.samples)
      .map(({ figure, ...row }, index) => ({ rank: index + 1, ...row, tps_p50: figure })),
    latency: latency
      .sort((a, b) => a.figure - b.figure || b.samples - a.samples)
      .map(({ figure, ...row }, index) => ({ rank: index + 1, ...row, ttft_p50_ms: figure })),
  }
}
