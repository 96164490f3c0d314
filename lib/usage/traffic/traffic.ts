import { z } from 'zod'
import { UsageModality } from '../schema'

/**
 * Traffic: what providers did for all customers together. Tallies of the last minutes and rollups of all before are
 * added up; nothing in them tells of a customer.
 */

const DIGITS = 12

/** Counts by place. The database keeps them in one number, twelve digits each; see `usage_histogram` in the migrations. */
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
  /** Of the successful ones; so are images and videos. */
  total_tokens: z.bigint(),
  images: z.number(),
  video_millis: z.number(),
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
  latency: [],
  ttft: [],
  throughput: [],
})

/** Traffic of one stretch, provider or model; what the question does not tell apart is null. */
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
