import { Modality } from '@/lib/catalog/models/schema'
import type { Kind } from '@/lib/money/usage/schema'
import {
  addTraffic,
  latencyMs,
  modalitiesOf,
  sampleCount,
  successRateOf,
  type Traffic,
  type TrafficRow,
  throughputTps,
  ttftMs,
} from '@/lib/money/usage/traffic'
import type { CategoryLeader, LeaderboardItem, ModelFigures, ProviderShare, SpeedRanking } from './schema'
import type { BenchmarkCategory } from './scores-schema'

/** A model's traffic at all its providers. */
type ModelTraffic = Traffic & {
  modelId: string
  modality: Modality
  /** The provider that served most of it. */
  providerId: string
}

/** Traffic by model, most tokens first, then most requests. */
export function modelTraffic(routes: readonly TrafficRow[]): ModelTraffic[] {
  const byModel = Map.groupBy(
    routes.filter(({ requests }) => requests > 0),
    ({ model_id }) => model_id,
  )
  const models = [...byModel.values()].flatMap((rows): ModelTraffic[] => {
    const [first] = rows.toSorted((a, b) => byUse(a, b) || compare(a.provider_id ?? '', b.provider_id ?? ''))
    if (!first?.model_id || !first.modality || !first.provider_id) return []
    const { model_id: modelId, modality, provider_id: providerId } = first
    return [{ ...addTraffic(rows), modelId, modality, providerId }]
  })
  return models.sort((a, b) => byUse(a, b) || compare(a.modelId, b.modelId))
}

function byUse(a: Traffic, b: Traffic): number {
  return compare(b.total_tokens, a.total_tokens) || b.requests - a.requests
}

function compare<Value extends bigint | number | string>(a: Value, b: Value): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Ranks each modality separately in its unit, since tokens and seconds of video do not add up. */
function rankWithinKinds<Row extends Traffic & { modality: Modality }>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
) {
  return Modality.options.flatMap((kind) => {
    const { metric, of } = measures[kind]
    const ranked = rows
      .filter(({ modality }) => modality === kind)
      .toSorted((a, b) => compare(of(b), of(a)) || b.requests - a.requests || compare(idOf(a), idOf(b)))
    const total = ranked.reduce((sum, row) => sum + Number(of(row)), 0)
    return ranked.map((row, index) => ({
      row,
      rank: index + 1,
      amount: Number(of(row)),
      use: { metric, value: writeAmount(of(row)) },
      share: total === 0 ? 0 : Number(of(row)) / total,
    }))
  })
}

/** Token sums are strings, since they may be too large for some clients. */
export function writeAmount(amount: bigint | number): string | number {
  return typeof amount === 'bigint' ? amount.toString() : amount
}

/** `before`: the models' traffic in the window before. */
export function rankModels(
  models: readonly ModelTraffic[],
  before: readonly ModelTraffic[],
  nameOf: (modelId: string) => string,
): LeaderboardItem[] {
  const idOf = ({ modelId }: ModelTraffic) => modelId
  const earlier = new Map(rankWithinKinds(before, idOf).map((one) => [one.row.modelId, one]))
  return rankWithinKinds(models, idOf).map(({ row, rank, amount, use, share }) => {
    const previous = earlier.get(row.modelId)
    return {
      rank,
      model_id: row.modelId,
      model_name: nameOf(row.modelId),
      modality: row.modality,
      provider_id: row.providerId,
      total_tokens: row.total_tokens.toString(),
      ...use,
      requests: row.requests,
      share,
      change: previous?.amount ? amount / previous.amount - 1 : null,
      previous_rank: previous?.rank ?? null,
    }
  })
}

/** Providers by their share of each modality, largest first. */
export function shareProviders(
  routes: readonly TrafficRow[],
  nameOf: (providerId: string) => string,
): ProviderShare[] {
  const served = Modality.options.flatMap((modality) => {
    const used = routes.filter((row) => row.modality === modality && row.requests > 0)
    return [...Map.groupBy(used, ({ provider_id }) => provider_id ?? '')].map(([providerId, rows]) => ({
      ...addTraffic(rows),
      providerId,
      modality,
    }))
  })
  return rankWithinKinds(served, ({ providerId }) => providerId).map(({ row, rank, use, share }) => ({
    rank,
    provider_id: row.providerId,
    provider_name: nameOf(row.providerId),
    modality: row.modality,
    total_tokens: row.total_tokens.toString(),
    ...use,
    requests: row.requests,
    share,
  }))
}

/** Medians of fewer samples are not reliable. */
const MIN_SAMPLES = 10

export function figuresOf(traffic: Traffic): ModelFigures {
  const enough = (samples: number, figure: number | null) => (samples < MIN_SAMPLES ? null : figure)
  return {
    requests: traffic.requests,
    successRate: enough(traffic.requests, successRateOf(traffic)),
    latencyMs: enough(sampleCount(traffic.latency), latencyMs(traffic, 0.5)),
    ttftMs: enough(sampleCount(traffic.ttft), ttftMs(traffic, 0.5)),
    tps: enough(sampleCount(traffic.throughput), throughputTps(traffic, 0.5)),
  }
}

/** Models of a modality by speed, fastest first; ties go to more samples. */
export function rankSpeed(
  models: readonly ModelTraffic[],
  nameOf: (modelId: string) => string,
  kind: Kind = 'chat',
): SpeedRanking {
  const ranked = (
    read: (model: ModelTraffic) => number | null,
    histogram: 'throughput' | 'ttft',
    sign: 1 | -1,
  ) =>
    modalitiesOf(kind).flatMap((modality) =>
      models
        .filter((model) => model.modality === modality)
        .flatMap((model) => {
          const [figure, samples] = [read(model), sampleCount(model[histogram])]
          if (figure === null || samples < MIN_SAMPLES) return []
          return { model_id: model.modelId, model_name: nameOf(model.modelId), modality, samples, figure }
        })
        .sort((a, b) => sign * (a.figure - b.figure) || b.samples - a.samples)
        .map((row, index) => ({ rank: index + 1, ...row })),
    )
  return {
    throughput: ranked((model) => throughputTps(model, 0.5), 'throughput', -1).map(({ figure, ...row }) => ({
      ...row,
      tps_p50: figure,
    })),
    latency: ranked((model) => ttftMs(model, 0.5), 'ttft', 1).map(({ figure, ...row }) => ({
      ...row,
      ttft_p50_ms: figure,
    })),
  }
}

type Measure = { metric: string; of: (traffic: Traffic) => bigint | number }

const tokens: Measure = { metric: 'total_tokens', of: (model) => model.total_tokens }

/** The unit of usage of each modality. */
export const measures: Record<Modality, Measure> = {
  chat: tokens,
  embedding: tokens,
  moderation: tokens,
  rerank: tokens,
  image: { metric: 'images', of: (model) => model.images },
  video: { metric: 'video_seconds', of: (model) => model.video_millis / 1000 },
  speech: { metric: 'characters', of: (model) => model.characters },
  transcription: { metric: 'audio_seconds', of: (model) => model.audio_millis / 1000 },
}

/** The leaders in usage of each modality, in speed, and in each benchmark category. */
export function leadCategories(
  models: readonly ModelTraffic[],
  speed: SpeedRanking,
  benchmarks: readonly BenchmarkCategory[],
  nameOf: (modelId: string) => string,
): CategoryLeader[] {
  const leaders = [
    ...rankWithinKinds(models, ({ modelId }) => modelId)
      .filter(({ rank, amount }) => rank === 1 && amount > 0)
      .map(({ row, use }) => ({ category: row.modality, model_id: row.modelId, ...use })),
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
