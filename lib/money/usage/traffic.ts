import { z } from 'zod'
import { type MeasureIn, measuresIn, recordOf } from '@/lib/money/prices/measures'
import { type Kind, UsageModality } from './schema'

/**
 * Traffic: what providers did for all customers together. Tallies of the last minutes and rollups of all before are
 * added up; nothing in them identifies a customer.
 */

const DIGITS = 12

/**
 * Counts by bucket. The database keeps them in one number, twelve digits each (`usage_histogram` in the migrations), because it
 * adds numbers up itself: three of them in 3,240 rows in 12 ms, where arrays took 483 and JSON 2,631. Only this file knows of it.
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
 * Customers' requests that ended here are successful, failed (the provider's fault), limited (it answered 429) or refused for what
 * they asked. Tries that failed before another route answered are no requests of their own.
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
/** What is added up of the successful ones; prompts and answers as `total_tokens`. */
export const amounts = measuresIn('traffic').filter((name): name is Amount => !name.endsWith('_tokens'))
/** What customers paid; what it cost us, that of failed requests too. */
export const costs = ['cost_nanos', 'upstream_cost_nanos'] as const
/** Milliseconds of whole answers and to the first token of streams; sixteenths of a token a second of whole chat answers. */
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

/** Traffic of one stretch, provider or model; what the question does not group by is null. */
export const TrafficRow = Traffic.extend({
  start: z.date().nullable(),
  provider_id: z.string().nullable(),
  model_id: z.string().nullable(),
  modality: UsageModality.nullable(),
})
export type TrafficRow = z.infer<typeof TrafficRow>

/** How the tries of one provider's model ended in a minute, or in five. */
export const RouteOutcomes = z.object({
  start: z.date(),
  provider_id: z.string(),
  model_id: z.string(),
  /** A refusal for what was asked is an answer. */
  answered: z.number(),
  failed: z.number(),
  limited: z.number(),
})
export type RouteOutcomes = z.infer<typeof RouteOutcomes>

/** The modalities of a kind, in the order in which they are listed; all of them without one. */
export function modalitiesOf(kind: Kind | undefined): UsageModality[] {
  if (kind === 'audio') return ['speech', 'transcription']
  return kind === undefined ? UsageModality.options : [kind]
}

/** What figures are of where no kind is named: chat, or the only kind there is; of several others the first that is listed. */
export function leadingKind(modalities: readonly (UsageModality | null)[]): UsageModality {
  return UsageModality.options.find((one) => modalities.includes(one)) ?? 'chat'
}

/** The modalities that were requested, in the order in which they are listed. */
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

/** Buckets to a doubling of the value. */
const RESOLUTION = 8

/**
 * The value below which that share (0 to 1) of those counted lies: the middle of its bucket, and so within a twentieth of
 * the truth. Null where nothing was counted.
 */
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

/** How many values were counted. */
export function sampleCount(histogram: Histogram): number {
  return histogram.reduce((sum, count) => sum + count, 0)
}

/** Throughputs are counted in sixteenths, so that slow ones have buckets too. */
const THROUGHPUT_UNIT = 16

/** Whole milliseconds of the whole answer; null: not measured. */
export function latencyMs({ latency }: Traffic, share: number): number | null {
  return wholeMillis(percentileOf(latency, share))
}

/** Whole milliseconds to the first token. */
export function ttftMs({ ttft }: Traffic, share: number): number | null {
  return wholeMillis(percentileOf(ttft, share))
}

/** Tokens a second. More is better, so the 90th percentile is what 90 of 100 answers were at least as fast as. */
export function throughputTps({ throughput }: Traffic, share: number): number | null {
  const value = percentileOf(throughput, 1 - share)
  return value === null ? null : Number((value / THROUGHPUT_UNIT).toPrecision(3))
}

function wholeMillis(value: number | null): number | null {
  return value === null ? null : Math.round(value)
}

/** 0 to 1: customers' requests that were served, of all that ended here; null without any. */
export function successRateOf({ successful, requests }: Traffic): number | null {
  return requests === 0 ? null : successful / requests
}

/**
 * 0 to 100: calls that the provider answered as it should, of all that it was asked, tries before another route answered
 * included. Calls that it limited say nothing of that, and a refusal for what was asked is an answer. Null without any.
 */
export function uptimeOf(traffic: Traffic): number | null {
  const answered = traffic.successful + traffic.refused
  const asked = answered + traffic.failed + traffic.failed_tries
  return asked === 0 ? null : (100 * answered) / asked
}
