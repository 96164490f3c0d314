import { z } from 'zod'
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

export const Traffic = z.object({
  /** Customers' requests that ended here: successful + failed + rate_limited + refused. */
  requests: z.number(),
  successful: z.number(),
  /** The provider's fault. */
  failed: z.number(),
  /** The provider answered 429. */
  rate_limited: z.number(),
  /** Not the provider's fault: it refused the request for what it asked. */
  refused: z.number(),
  /** Tries that failed here before another route answered; no requests of their own. */
  failed_tries: z.number(),
  rate_limited_tries: z.number(),
  /** Of the successful ones; so are images, videos and sound. */
  total_tokens: z.bigint(),
  images: z.number(),
  video_millis: z.number(),
  characters: z.number(),
  audio_millis: z.number(),
  /** What customers paid; what it cost us, that of failed requests too. */
  cost_nanos: z.bigint(),
  upstream_cost_nanos: z.bigint(),
  /** Milliseconds of whole answers. */
  latency: Histogram,
  /** Milliseconds to the first token of streams. */
  ttft: Histogram,
  /** Sixteenths of a token a second, of whole chat answers. */
  throughput: Histogram,
})
export type Traffic = z.infer<typeof Traffic>

export const noTraffic: Traffic = Object.freeze({
  requests: 0,
  successful: 0,
  failed: 0,
  rate_limited: 0,
  refused: 0,
  failed_tries: 0,
  rate_limited_tries: 0,
  total_tokens: 0n,
  images: 0,
  video_millis: 0,
  characters: 0,
  audio_millis: 0,
  cost_nanos: 0n,
  upstream_cost_nanos: 0n,
  latency: [],
  ttft: [],
  throughput: [],
})

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
  return all.reduce(
    (sum, one) => ({
      requests: sum.requests + one.requests,
      successful: sum.successful + one.successful,
      failed: sum.failed + one.failed,
      rate_limited: sum.rate_limited + one.rate_limited,
      refused: sum.refused + one.refused,
      failed_tries: sum.failed_tries + one.failed_tries,
      rate_limited_tries: sum.rate_limited_tries + one.rate_limited_tries,
      total_tokens: sum.total_tokens + one.total_tokens,
      images: sum.images + one.images,
      video_millis: sum.video_millis + one.video_millis,
      characters: sum.characters + one.characters,
      audio_millis: sum.audio_millis + one.audio_millis,
      cost_nanos: sum.cost_nanos + one.cost_nanos,
      upstream_cost_nanos: sum.upstream_cost_nanos + one.upstream_cost_nanos,
      latency: addHistograms(sum.latency, one.latency),
      ttft: addHistograms(sum.ttft, one.ttft),
      throughput: addHistograms(sum.throughput, one.throughput),
    }),
    noTraffic,
  )
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
