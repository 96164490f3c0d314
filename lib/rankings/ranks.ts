import type { BenchmarkCategory } from '@/lib/benchmarks/schema'
import { Modality } from '@/lib/catalog/schema'
import {
  addTraffic,
  sampleCount,
  type Traffic,
  type TrafficRow,
  throughputTps,
  ttftMs,
} from '@/lib/usage/traffic'
import type { CategoryLeader, LeaderboardItem, ProviderShare, SpeedRanking } from './schema'

/** What a model did at all its providers together. */
type ModelTraffic = Traffic & {
  modelId: string
  modality: Modality
  /** Who served most of it. */
  providerId: string
}

/** By model, the most used first: by tokens, then by requests. */
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

function compare<Value extends bigint | string>(a: Value, b: Value): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

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

/** Who served how much, the most first. */
export function shareProviders(
  routes: readonly TrafficRow[],
  nameOf: (providerId: string) => string,
): ProviderShare[] {
  const used = routes.filter(({ requests }) => requests > 0)
  const total = used.reduce((sum, { total_tokens }) => sum + total_tokens, 0n)
  const byProvider = [...Map.groupBy(used, ({ provider_id }) => provider_id ?? '')]
  return byProvider
    .map(([providerId, rows]) => ({ providerId, ...addTraffic(rows) }))
    .sort((a, b) => byUse(a, b) || (a.providerId < b.providerId ? -1 : 1))
    .map((provider) => ({
      provider_id: provider.providerId,
      provider_name: nameOf(provider.providerId),
      total_tokens: provider.total_tokens.toString(),
      requests: provider.requests,
      share: shareOf(provider.total_tokens, total),
    }))
}

/** 0 to 1; 0 of nothing. */
function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number(part) / Number(whole)
}

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

type Leader = Omit<CategoryLeader, 'model_name'>
type Measure = { metric: string; of: (traffic: Traffic) => bigint | number }

const tokens: Measure = { metric: 'total_tokens', of: (model) => model.total_tokens }

/** By what use of each kind is measured. */
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
