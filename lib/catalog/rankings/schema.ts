import { z } from 'zod'
import { Modality } from '@/lib/catalog/models/schema'
import { Kind } from '@/lib/money/usage/schema'
import { BenchmarkCategory } from './scores-schema'

/**
 * Rankings: the most used and the fastest models, aggregated over all customers, and benchmark scores. Every figure was
 * measured here or is imported with its source.
 *
 * A window is a number of whole UTC days including today. It is compared with the same period one window earlier, up to
 * the same time of day.
 */

export const RankingWindow = z.enum(['7d', '30d', '90d'])
export type RankingWindow = z.infer<typeof RankingWindow>

export const RankingQuery = z.object({
  window: RankingWindow.default('7d'),
  /** Absent: lists have all modalities, ranked separately; charts and speeds are of chat. */
  modality: Kind.optional(),
})
export type RankingQuery = z.infer<typeof RankingQuery>

/** A string, since the number may be too large for some clients. */
const tokens = z.string().regex(/^\d+$/)
const rank = z.int().min(1)
/** Usage in the unit of the modality: tokens, images, seconds of video. A number of tokens is a string. */
const use = { metric: z.string(), value: z.union([z.number(), tokens]) }
/** 0 to 1 of the modality's usage in the window. */
const share = z.number().min(0).max(1)

/** A model, ranked within its modality. */
export const LeaderboardItem = z.object({
  rank,
  model_id: z.string(),
  model_name: z.string(),
  modality: Modality,
  /** The provider that served most of it. */
  provider_id: z.string(),
  total_tokens: tokens,
  ...use,
  requests: z.int(),
  share,
  /** Relative to the window before: 0.25 is 25% more. Null without earlier usage. */
  change: z.number().nullable(),
  /** Null where it was not used in the window before. */
  previous_rank: rank.nullable(),
})
export type LeaderboardItem = z.infer<typeof LeaderboardItem>

/** A provider's share of a modality. */
export const ProviderShare = z.object({
  rank,
  provider_id: z.string(),
  provider_name: z.string(),
  modality: Modality,
  total_tokens: tokens,
  ...use,
  requests: z.int(),
  share,
})
export type ProviderShare = z.infer<typeof ProviderShare>

const ranked = {
  rank,
  model_id: z.string(),
  model_name: z.string(),
  modality: Modality,
  samples: z.int().min(10),
}

/** Models of one modality, fastest first; chat by default. */
export const SpeedRanking = z.object({
  /** Tokens per second after the first. */
  throughput: z.array(z.object({ ...ranked, tps_p50: z.number() })),
  /** Time to first token of a stream. */
  latency: z.array(z.object({ ...ranked, ttft_p50_ms: z.number() })),
})
export type SpeedRanking = z.infer<typeof SpeedRanking>

/**
 * The leader of a category: a modality by usage (`chat`, `image`, …), a speed (`throughput`, `latency`), or a benchmark
 * category.
 */
export const CategoryLeader = z.object({
  category: z.string(),
  model_id: z.string(),
  model_name: z.string(),
  ...use,
})
export type CategoryLeader = z.infer<typeof CategoryLeader>

const counted = { window: RankingWindow, as_of: z.iso.datetime() }

export const RankingsReply = z.object({
  ...counted,
  leaderboard: z.array(LeaderboardItem),
  provider_share: z.array(ProviderShare),
  benchmarks: z.array(BenchmarkCategory),
  speed: SpeedRanking,
  category_leaders: z.array(CategoryLeader),
})
export type RankingsReply = z.infer<typeof RankingsReply>

export const ModelRankingReply = z.object({ ...counted, data: z.array(LeaderboardItem) })
export type ModelRankingReply = z.infer<typeof ModelRankingReply>

export const BenchmarkRankingReply = z.object({ ...counted, data: z.array(BenchmarkCategory) })
export type BenchmarkRankingReply = z.infer<typeof BenchmarkRankingReply>

export const SpeedRankingReply = z.object({ ...counted, data: SpeedRanking })
export type SpeedRankingReply = z.infer<typeof SpeedRankingReply>

/** The id of all models beyond the ten most used in charts. */
export const OTHER = 'other'

export const ChartsReply = z.object({
  ...counted,
  /** The ten most used models of each modality, most used first, and `other` where there are more. Each has every day of the window. */
  series: z.array(
    z.object({
      model_id: z.string(),
      model_name: z.string(),
      modality: Modality,
      metric: use.metric,
      points: z.array(z.object({ date: z.iso.date(), total_tokens: tokens, value: use.value })),
    }),
  ),
})
export type ChartsReply = z.infer<typeof ChartsReply>

/** A model at all its providers in the last 24 hours; null where too few requests were measured. */
export type ModelFigures = {
  requests: number
  /** 0 to 1. */
  successRate: number | null
  /** Medians: total response time, time to the first token of a stream, tokens per second after it. */
  latencyMs: number | null
  ttftMs: number | null
  tps: number | null
}

/** A model's usage within its modality, in the unit of the modality. */
export type RankedUse = {
  id: string
  name: string
  amount: number
  requests: number
  /** 0 to 1 of the modality. */
  share: number
  change: number | null
  previous_rank: number | null
  /** `amount` by day. */
  daily: number[]
}

export type KindUse = {
  kind: Modality
  /** The unit of the amounts: `total_tokens`, `images`, … */
  metric: string
  /** Most used first, like the providers. */
  models: RankedUse[]
  providers: {
    id: string
    name: string
    amount: number
    share: number
    /** Whether it has a page, since it is not withdrawn. */
    is_listed: boolean
  }[]
}

/** Data of the rankings page. */
export type UseReply = {
  window: RankingWindow
  as_of: string
  dates: string[]
  /** The used modalities. */
  kinds: KindUse[]
  /** Speeds of the last 24 hours, whatever the window. */
  speed: SpeedRanking
  benchmarks: BenchmarkCategory[]
  leaders: CategoryLeader[]
}
