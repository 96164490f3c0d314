import { z } from 'zod'
import { Modality } from '@/lib/catalog/models/schema'
import { Kind } from '@/lib/money/usage/schema'
import { BenchmarkCategory } from './scores-schema'

/**
 * Rankings: which models are used most, and which are fastest, over all customers together; and what benchmarks say of
 * them. Nothing here tells of one customer. Every figure was measured here, or is imported with its source.
 *
 * A window is whole UTC days, today included. What it is compared with is the same stretch one window earlier, as long
 * as this one is by now.
 */

export const RankingWindow = z.enum(['7d', '30d', '90d'])
export type RankingWindow = z.infer<typeof RankingWindow>

export const RankingQuery = z.object({
  window: RankingWindow.default('7d'),
  /** Left out: lists have all kinds, each ranked on its own; charts and speeds are of chat. */
  modality: Kind.optional(),
})
export type RankingQuery = z.infer<typeof RankingQuery>

/** A whole number too large for some readers' own. */
const tokens = z.string().regex(/^\d+$/)
const rank = z.int().min(1)
/** Tokens of chats, images, seconds of video, …: what the use of a kind is counted in. A sum of tokens is a string. */
const use = { metric: z.string(), value: z.union([z.number(), tokens]) }
/** 0 to 1 of all use of its kind in the window. */
const share = z.number().min(0).max(1)

/** Ranked among the models of its kind. */
export const LeaderboardItem = z.object({
  rank,
  model_id: z.string(),
  model_name: z.string(),
  modality: Modality,
  /** Who served most of it. */
  provider_id: z.string(),
  total_tokens: tokens,
  ...use,
  requests: z.int(),
  share,
  /** Of its use against the window before: 0.25 is a quarter more. Null: it had none. */
  change: z.number().nullable(),
  /** Null: it was not used in the window before. */
  previous_rank: rank.nullable(),
})
export type LeaderboardItem = z.infer<typeof LeaderboardItem>

/** What a provider served of a kind. */
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

/** Models of one kind, the fastest first: chat, where no other is asked for. */
export const SpeedRanking = z.object({
  /** Tokens a second after the first. */
  throughput: z.array(z.object({ ...ranked, tps_p50: z.number() })),
  /** The first token of a stream. */
  latency: z.array(z.object({ ...ranked, ttft_p50_ms: z.number() })),
})
export type SpeedRanking = z.infer<typeof SpeedRanking>

/**
 * Who leads in what: use by kind (`chat`, `image`, `video`, `embedding`, `speech`, `transcription`, `moderation`, `rerank`), speed (`throughput`, `latency`), and each benchmark's
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

/** What `other` stands for in charts: every model beyond the ten largest. */
export const OTHER = 'other'

export const ChartsReply = z.object({
  ...counted,
  /** Of a kind the ten largest models, the largest first, and `other` where there are more. Each has every day of the window. */
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

/** A model's use within its kind, in the unit of the kind. */
export type RankedUse = {
  id: string
  name: string
  amount: number
  requests: number
  /** 0 to 1 of the kind. */
  share: number
  change: number | null
  previous_rank: number | null
  /** The same by day; they sum up to `amount`. */
  daily: number[]
}

export type KindUse = {
  kind: Modality
  /** What the amounts count: `total_tokens`, `images`, … */
  metric: string
  /** The most used first; so are the providers. */
  models: RankedUse[]
  providers: {
    id: string
    name: string
    amount: number
    share: number
    /** Not withdrawn: it has a page. */
    is_listed: boolean
  }[]
}

/** For the page of rankings. */
export type UseReply = {
  window: RankingWindow
  as_of: string
  dates: string[]
  /** Those that were used. */
  kinds: KindUse[]
  /** Of the last 24 hours, whatever the window. */
  speed: SpeedRanking
  benchmarks: BenchmarkCategory[]
  leaders: CategoryLeader[]
}
