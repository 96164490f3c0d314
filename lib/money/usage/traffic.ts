import { z } from 'zod'
import { type MeasureIn, measuresIn, recordOf } from '@/lib/money/prices/measures'
import { type Kind, UsageModality } from './schema'

/** Traffic: providers' figures for all customers, from tallies and rollups that identify no customer. */

const DIGITS = 12

/**
 * Counts by bucket. The database stores them in one number, twelve digits each (`prisma/sql/usage_histogram.sql`), since it sums
 * numbers natively: three of them in 3,240 rows took 12 ms, arrays 483 and JSON 2,631. Only this file unpacks it.
 */
export const Histogram = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => {
    const counts: number[] = []
    for (let end = text.length; end > 0; end -= DIGITS)
      counts.push(Number(text.slice(Math.max(0, end - DIGITS), end)))
    return counts
  })
export type Histogram = z.output<typeof Histogram>

/**
 * Requests that ended at this provider: successful, failed (the provider's fault), rate limited (it answered 429) or refused for
 * their content. Tries that failed before another route answered are counted apart.
 */
export const outcomes = [
  'requests',
  'successful',
  'failed',
  'rate_limited',
  'refused',
  'failed_tries',
  'rate_limited_tries',
] as const
type Amount = Exclude<MeasureIn<'traffic'>, `${string}_tokens`>
/** Amounts of successful requests besides `total_tokens`. */
export const amounts = measuresIn('traffic').filter((name): name is Amount => !name.endsWith('_tokens'))
/** What customers paid, and what providers charged, failed requests included. */
export const costs = ['cost_nanos', 'upstream_cost_nanos'] as const
/** Histograms: total and first-token latency in milliseconds, and the throughput of chat answers in sixteenths of a token per second. */
export const speeds = ['latency', 'ttft', 'throughput'] as const
const numbers = [...outcomes, ...amounts] as const
const wholes = ['total_tokens', ...costs] as const

export const Traffic = z.object({
  ...recordOf(numbers, () => z.number()),
  ...recordOf(wholes, () => z.bigint()),
  ...recordOf(speeds, () => Histogram),
})
export type Traffic = z.infer<typeof Traffic>

export const noTraffic: Traffic = Object.freeze(addTraffic([]))

/** Traffic of one group; columns that the query does not group by are null. */
export const TrafficRow = Traffic.extend({
  start: z.date().nullable(),
  provider_id: z.string().nullable(),
  model_id: z.string().nullable(),
  modality: UsageModality.nullable(),
})
export type TrafficRow = z.infer<typeof TrafficRow>

/** How the tries of a provider's model ended in one or five minutes. */
export const RouteOutcomes = z.object({
  start: z.date(),
  provider_id: z.string(),
  model_id: z.string(),
  /** Includes refusals for content. */
  answered: z.number(),
  failed: z.number(),
  limited: z.number(),
})
export type RouteOutcomes = z.infer<typeof RouteOutcomes>

/** The modalities of a kind, in list order; all of them without a kind. */
export function modalitiesOf(kind: Kind | undefined): UsageModality[] {
  if (kind === 'audio') return ['speech', 'transcription']
  return kind === undefined ? UsageModality.options : [kind]
}

/** The default kind of figures: the first in list order among these, chat if there are none. */
export function leadingKind(modalities: readonly (UsageModality | null)[]): UsageModality {
  return UsageModality.options.find((one) => modalities.includes(one)) ?? 'chat'
}

/** The modalities with requests, in list order. */
export function usedModalities(
  rows: readonly { modality: UsageModality | null; requests: number }[],
): UsageModality[] {
  return UsageModality.options.filter((one) =>
    rows.some(({ modality, requests }) => modality === one && requests > 0),
  )
}

export function addTraffic(all: readonly Traffic[]): Traffic {
  return {
    ...recordOf(numbers, (name) => all.reduce((sum, one) => sum + one[name], 0)),
    ...recordOf(wholes, (name) => all.reduce((sum, one) => sum + one[name], 0n)),
    ...recordOf(speeds, (name) => all.map((one) => one[name]).reduce(addHistograms, [])),
  }
}

function addHistograms(a: Histogram, b: Histogram): Histogram {
  const [longer, shorter] = a.length < b.length ? [b, a] : [a, b]
  return longer.map((count, bucket) => count + (shorter[bucket] ?? 0))
}

/** Buckets per doubling of the value. */
const RESOLUTION = 8

/** The value below which this share (0 to 1) of the counted values lies, within 5 %; null where nothing was counted. */
export function percentileOf(histogram: Histogram, share: number): number | null {
  const wanted = sampleCount(histogram) * share
  if (wanted === 0) return null
  let seen = 0
  const bucket = histogram.findIndex((count) => {
    seen += count
    return seen >= wanted
  })
  return 2 ** ((bucket + 0.5) / RESOLUTION)
}

/** Number of counted values. */
export function sampleCount(histogram: Histogram): number {
  return histogram.reduce((sum, count) => sum + count, 0)
}

/** Throughput is counted in sixteenths, so that slow answers fall into buckets too. */
const THROUGHPUT_UNIT = 16

/** Total response time in milliseconds; null: not measured. */
export function latencyMs({ latency }: Traffic, share: number): number | null {
  return wholeMillis(percentileOf(latency, share))
}

/** Time to the first token in milliseconds; null: not measured. */
export function ttftMs({ ttft }: Traffic, share: number): number | null {
  return wholeMillis(percentileOf(ttft, share))
}

/** Tokens per second. More is better, so 90 % of the answers reach at least the 90th percentile. */
export function throughputTps({ throughput }: Traffic, share: number): number | null {
  const value = percentileOf(throughput, 1 - share)
  return value === null ? null : Number((value / THROUGHPUT_UNIT).toPrecision(3))
}

function wholeMillis(value: number | null): number | null {
  return value === null ? null : Math.round(value)
}

/** Successful requests of all that ended here, 0 to 1; null without any. */
export function successRateOf({ successful, requests }: Traffic): number | null {
  return requests === 0 ? null : successful / requests
}

/**
 * Uptime in percent: answered calls of all calls, including tries before another route answered. Refusals for content count as
 * answered; rate-limited calls do not count. Null without any.
 */
export function uptimeOf(traffic: Traffic): number | null {
  const answered = traffic.successful + traffic.refused
  const asked = answered + traffic.failed + traffic.failed_tries
  return asked === 0 ? null : (100 * answered) / asked
}
