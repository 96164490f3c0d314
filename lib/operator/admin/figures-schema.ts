import { z } from 'zod'
import { UsageModality, UsageQuery } from '@/lib/money/usage/schema'

/** The business in figures: what all customers used in some days, what they paid for it, and what it cost. */

export const FiguresQuery = UsageQuery.pick({
  start_date: true,
  end_date: true,
  timezone: true,
  format: true,
}).extend({
  /** Which of the tables `format=csv` downloads. */
  by: z.enum(['day', 'provider', 'model', 'customer']).default('day'),
})
export type FiguresQuery = z.infer<typeof FiguresQuery>

/** USD; below zero too. */
const usd = z.string().regex(/^-?\d+\.\d{6,9}$/)

const sums = {
  requests: z.int(),
  /** Of the requests, those that were not served. */
  errors: z.int(),
  /** What customers were charged. */
  spend: usd,
  /** What the providers charge for it, by the cost that stands beside each price; requests that failed too, where it is known. */
  upstream_cost: usd,
  /** `spend` less `upstream_cost`. */
  margin: usd,
}
export const Sums = z.object(sums)
export type Sums = z.infer<typeof Sums>

/** Of whole answers of one kind, for a video takes a minute and a chat a second; null without any. */
const latency = { latency_p50_ms: z.int().nullable(), latency_p95_ms: z.int().nullable() }

const served = {
  ...sums,
  /** Of `latency_modality`: chat, or the only kind that was requested (of days: in the whole range). */
  ...latency,
  latency_modality: UsageModality,
  /** Of every kind that was requested. */
  latencies: z.array(z.object({ modality: UsageModality, ...latency })),
}
export const Served = z.object(served)
export type Served = z.infer<typeof Served>

/** What customers paid for credit. */
const TopUps = z.object({
  count: z.int(),
  /** Without tax. */
  paid: usd,
  /** In `paid`: what did not become credit. */
  fees: usd,
  /** Of `paid`, since then. */
  refunded: usd,
})
export type TopUps = z.infer<typeof TopUps>

const Day = z.object({
  date: z.iso.date(),
  ...served,
  active_customers: z.int(),
  new_customers: z.int(),
  top_ups: TopUps,
})
export type Day = z.infer<typeof Day>

const named = { id: z.string(), name: z.string() }
export const NamedServed = z.object({ ...named, ...served })
export type NamedServed = z.infer<typeof NamedServed>

const NamedCustomer = z.object({
  ...named,
  ...sums,
  /** Of requests that were served: percentiles are counted by provider and model alone. Null without any. */
  latency_mean_ms: z.int().nullable(),
})

export const FiguresReply = z.object({
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  /** UTC for a range that begins more than 92 days ago, whatever was requested. Days begin with an hour of UTC. */
  timezone: z.string(),
  currency: z.literal('USD'),
  summary: Served,
  /** Every day of the range; they sum up to `summary`, and so do providers and models. */
  daily: z.array(Day),
  /** Most spent first; so are models and customers. */
  providers: z.array(NamedServed),
  models: z.array(NamedServed),
  /** At most 50. */
  customers: z.array(NamedCustomer),
  /** In the whole range; who was active on several days counts once. */
  active_customers: z.int(),
  new_customers: z.int(),
  top_ups: TopUps,
})
export type FiguresReply = z.infer<typeof FiguresReply>
