import { z } from 'zod'
import { Kind } from '@/lib/money/usage/schema'
import { figure, Modality, successRate, uptime } from './schema'

/**
 * How a provider did over a window: its requests, how many of them succeeded, its uptime, and percentiles of its speed,
 * in all and by intervals of the window. All of it is of one kind of model, except that requests of all kinds are counted
 * where none is asked for.
 */

export const StatsWindow = z.enum(['1h', '24h', '7d', '30d'])
export type StatsWindow = z.infer<typeof StatsWindow>

/** The same under both names; 24 hours without either. */
export const StatsQuery = z
  .object({
    window: StatsWindow.optional(),
    period: StatsWindow.optional(),
    /** Left out: `requests` of all kinds, everything else of chat, or of the provider's only kind. */
    modality: Kind.optional(),
  })
  .refine(({ window, period }) => window === undefined || period === undefined || window === period, {
    path: ['period'],
    message: 'differs from window; send one of them',
  })
export type StatsQuery = z.infer<typeof StatsQuery>

const Percentiles = z.object({ p50: figure, p75: figure, p90: figure, p99: figure })
export type Percentiles = z.infer<typeof Percentiles>

const counts = {
  /** Customers' requests that ended at this provider, however they ended. */
  requests: z.int(),
  success_rate: successRate,
  uptime,
  /** Of successful requests, prompt and completion: a string, since the number may be too large for some clients. */
  total_tokens: z.string().regex(/^\d+$/),
}

/** An interval of the window; the first and the last may be shorter than the others. They add up to the whole. */
export const StatsPoint = z.object({
  start: z.iso.datetime(),
  ...counts,
  latency_p50_ms: figure,
  ttft_p50_ms: figure,
  throughput_p50_tps: figure,
})
export type StatsPoint = z.infer<typeof StatsPoint>

export const ProviderStatsReply = z.object({
  provider_id: z.string(),
  window: StatsWindow,
  /** What success, uptime, tokens and speeds are of. */
  modality: Kind,
  /** Those that were requested in the window. */
  modalities: z.array(Modality),
  ...counts,
  /** The whole answer. */
  latency_ms: Percentiles,
  /** The first token of a stream. */
  ttft_ms: Percentiles,
  /** Tokens a second after the first. */
  throughput_tps: Percentiles,
  series: z.array(StatsPoint),
  as_of: z.iso.datetime(),
})
export type ProviderStatsReply = z.infer<typeof ProviderStatsReply>
