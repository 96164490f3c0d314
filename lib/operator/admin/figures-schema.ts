import { z } from 'zod'
import { UsageModality, UsageQuery } from '@/lib/money/usage/schema'

/** Business figures: usage, revenue and cost of all customers by day. */

export const FiguresQuery = UsageQuery.pick({
  start_date: true,
  end_date: true,
  timezone: true,
  format: true,
}).extend({
  /** The table that `format=csv` downloads. */
  by: z.enum(['day', 'provider', 'model', 'customer', 'price_group']).default('day'),
})
export type FiguresQuery = z.infer<typeof FiguresQuery>

/** USD, may be negative. */
const usd = z.string().regex(/^-?\d+\.\d{6,9}$/)

const sums = {
  requests: z.int(),
  /** Failed requests, also counted in `requests`. */
  errors: z.int(),
  /** What customers were charged. */
  spend: usd,
  /** What providers charge, by the cost of each price; failed requests included where their cost is known. */
  upstream_cost: usd,
  /** `spend` minus `upstream_cost`. */
  margin: usd,
}
export const Sums = z.object(sums)
export type Sums = z.infer<typeof Sums>

/** Total response times of one modality: a video takes a minute, a chat a second. Null without requests. */
const latency = { latency_p50_ms: z.int().nullable(), latency_p95_ms: z.int().nullable() }

const served = {
  ...sums,
  /** Latencies of `latency_modality`: chat, or the only modality used (for days: in the whole range). */
  ...latency,
  latency_modality: UsageModality,
  /** Latencies by modality, for each that was used. */
  latencies: z.array(z.object({ modality: UsageModality, ...latency })),
}
export const Served = z.object(served)
export type Served = z.infer<typeof Served>

/** What customers paid for credit. */
const TopUps = z.object({
  count: z.int(),
  /** Excluding tax. */
  paid: usd,
  /** The part of `paid` that did not become credit. */
  fees: usd,
  /** The part of `paid` that was refunded since. */
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
  /** Mean over successful requests; percentiles exist only by provider and model. Null without requests. */
  latency_mean_ms: z.int().nullable(),
})

export const FiguresReply = z.object({
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  /** UTC for a range that starts more than 92 days ago, whatever was requested. Days start at a full UTC hour. */
  timezone: z.string(),
  currency: z.literal('USD'),
  summary: Served,
  /** Every day of the range. The days add up to `summary`, and so do providers and models. */
  daily: z.array(Day),
  /** Highest spend first, like models and customers. */
  providers: z.array(NamedServed),
  models: z.array(NamedServed),
  /** At most 50. */
  customers: z.array(NamedCustomer),
  /** The customers that are in each price group now, for those with usage. */
  price_groups: z.array(NamedCustomer),
  /** Distinct customers in the whole range. */
  active_customers: z.int(),
  new_customers: z.int(),
  top_ups: TopUps,
})
export type FiguresReply = z.infer<typeof FiguresReply>
