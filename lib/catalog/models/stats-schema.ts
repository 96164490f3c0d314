import { z } from 'zod'
import { Kind } from '@/lib/money/usage/schema'
import { figure, Modality, successRate, uptime } from './schema'

/**
 * Statistics of a provider over a window: requests, success rate, uptime and speed percentiles, for the whole window and
 * by interval. They cover one modality, except that requests of all modalities are counted where none is requested.
 */

export const StatsWindow = z.enum(['1h', '24h', '7d', '30d'])
export type StatsWindow = z.infer<typeof StatsWindow>

/** `window` and `period` are aliases; the default is 24 hours. */
export const StatsQuery = z
  .object({
    window: StatsWindow.optional(),
    period: StatsWindow.optional(),
    /** Absent: `requests` of all modalities, everything else of chat or of the provider's only modality. */
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
  /** Customers' requests that ended at this provider, successful or not. */
  requests: z.int(),
  success_rate: successRate,
  uptime,
  /** Prompt and completion tokens of successful requests, as a string since the number may be too large for some clients. */
  total_tokens: z.string().regex(/^\d+$/),
}

/** An interval of the window; the first and the last may be shorter. Together they add up to the window. */
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
  /** The modality of success rate, uptime, tokens and speeds. */
  modality: Kind,
  /** Modalities with requests in the window. */
  modalities: z.array(Modality),
  ...counts,
  /** Total response time. */
  latency_ms: Percentiles,
  /** Time to the first token of a stream. */
  ttft_ms: Percentiles,
  /** Tokens per second after the first. */
  throughput_tps: Percentiles,
  series: z.array(StatsPoint),
  as_of: z.iso.datetime(),
})
export type ProviderStatsReply = z.infer<typeof ProviderStatsReply>
