import { z } from 'zod'
import { isTimeZone } from '@/lib/client/format/time'
import { UsdString } from '@/lib/money/ledger/schema'
import { figuresIn, recordOf } from '@/lib/money/prices/measures'
import { Bill } from '@/lib/money/prices/schema'
import { queryNumber } from '@/lib/platform/fields'

/**
 * Usage: what was asked of upstreams and what it cost. One row for every request that reached an upstream, written in
 * the same statement that settles its hold, so that rows and money cannot disagree. Requests that we refuse make no row.
 *
 * `success` was delivered (whole, or as far as the client listened), `failed` was not and cost nothing,
 * `refunded` was delivered and not charged.
 */
export const UsageStatus = z.enum(['success', 'failed', 'refunded'])
export type UsageStatus = z.infer<typeof UsageStatus>

export const UsageModality = z.enum([
  'chat',
  'embedding',
  'image',
  'video',
  'speech',
  'transcription',
  'moderation',
  'rerank',
])
export type UsageModality = z.infer<typeof UsageModality>

/**
 * The kinds of models that figures are asked of: seconds of a film and of a chat do not add up, nor do the tokens of the
 * two. `audio` is speech and transcription together.
 */
export const Kind = z.enum([...UsageModality.options, 'audio'])
export type Kind = z.infer<typeof Kind>

const figureShape = <Where extends 'traffic' | 'sums'>(place: Where) =>
  recordOf(
    figuresIn(place).map(([name]) => name),
    (name) => (name.endsWith('_seconds') ? z.number() : z.number().int()),
  )

export const UsageAttempt = z.object({
  provider: z.string(),
  model: z.string().nullable().default(null),
  route: z.string().nullable().default(null),
  /** Why it failed, as an error code of ours; null: it answered. */
  code: z.string().nullable(),
  /** The upstream's HTTP status, where it gave one. */
  status: z.number().int().nullable().default(null),
  /** Until it answered (a stream: began to) or failed. */
  latency_ms: z.number().int().nullable().default(null),
  /** Made with a key of the customer's own. */
  own_key: z.boolean().default(false),
})
export type UsageAttempt = z.infer<typeof UsageAttempt>

export const RecentItem = z.object({
  id: z.string(),
  created_at: z.iso.datetime(),
  model_id: z.string(),
  model_name: z.string(),
  api_key_name: z.string().nullable(),
  modality: UsageModality,
  provider: z.string(),
  status: UsageStatus,
  ...figureShape('traffic'),
  cost: UsdString,
  cost_str: z.string(),
  finish_reason: z.string().nullable(),
  error_code: z.string().nullable(),
  latency_ms: z.number().int(),
  /** Time to the first token of a stream. */
  ttft_ms: z.number().int().nullable(),
  task_id: z.string().nullable(),
  /** Of OpenTelemetry, where the operator has traces on. */
  trace_id: z.string().nullable(),
  usage_source: z.enum(['upstream', 'estimated', 'none']),
  /** The tier of service whose prices were billed; null: the plain ones. */
  service_tier: z.string().nullable(),
  /** Asked with a provider's key of the customer's own: it costs the platform fee alone. */
  own_key: z.boolean(),
  /** Every attempt at an upstream, in order; the last is the one whose outcome this is. Empty: the first one answered. */
  attempts: z.array(UsageAttempt),
  bill: Bill,
})
export type RecentItem = z.infer<typeof RecentItem>

/** Stands for a key where there is none: what was asked from the console. */
export const CONSOLE = 'console'

const Id = z.string().regex(/^\P{Cc}{1,200}$/u, 'must be an id')

/** What both lists of usage can be narrowed to. */
const filters = {
  model: Id.optional(),
  /** A key's id, a revoked one's too; `console` for what was asked without a key. */
  api_key_id: Id.optional(),
}

/** In every zone, its hours and the 30 days before it are of years with four digits. */
const Day = z.iso
  .date('must be a date such as 2026-11-30')
  .refine((date) => date >= '0001-01-01' && date <= '9998-12-31', 'must be of the years 0001 to 9998')

/** Days of `timezone`, both included. */
const range = {
  start_date: Day.optional(),
  end_date: Day.optional(),
  timezone: z.string().refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin').default('UTC'),
  /** Instead of days: the last hours up to now, from the beginning of an hour (below three, of a quarter of one). */
  hours: queryNumber(1, 48).optional(),
}

export const RecentQuery = z.object({
  limit: queryNumber(1, 100, 20),
  cursor: z.string().default(''),
  ...filters,
  status: UsageStatus.optional(),
  modality: UsageModality.optional(),
  /** Without dates: everything there is. */
  ...range,
  /** `csv` downloads all of them; `limit` and `cursor` then mean nothing. */
  format: z.enum(['json', 'csv']).default('json'),
})
export type RecentQuery = z.output<typeof RecentQuery>

export const RecentReply = z.object({
  items: z.array(RecentItem),
  next_cursor: z.string(),
  has_more: z.boolean(),
})
export type RecentReply = z.infer<typeof RecentReply>

export const RecentParams = z.object({ id: z.string() })

export const UsageQuery = z.object({
  /** Without dates: the last 30 days, today included. At most 366. */
  ...range,
  ...filters,
  /** Splits each day (and hour) by model or key, for a stacked chart. */
  group_by: z.enum(['model', 'api_key']).optional(),
  /** `hour` adds the hours of the days, or has them in the table instead of the days. At most two days. */
  interval: z.enum(['day', 'hour']).default('day'),
  format: z.enum(['json', 'csv']).default('json'),
})
export type UsageQuery = z.infer<typeof UsageQuery>

const totals = {
  /** Successful and failed ones. A refunded one was delivered, and counts as successful. */
  requests: z.number().int(),
  successful_requests: z.number().int(),
  failed_requests: z.number().int(),
  ...figureShape('sums'),
  cost: UsdString,
  cost_str: z.string(),
  /** Of the successful ones; null where there are none. */
  average_latency_ms: z.number().int().nullable(),
}

export const UsageTotals = z.object(totals)
export type UsageTotals = z.infer<typeof UsageTotals>

/** With `group_by` only: those that were used in that period. `id` is a model's or a key's; null: without a key. */
const groups = z
  .array(
    z.object({
      id: z.string().nullable(),
      requests: z.number().int(),
      total_tokens: z.number().int(),
      cost: UsdString,
    }),
  )
  .optional()

export const UsageDay = z.object({ date: z.iso.date(), ...totals, groups })
export type UsageDay = z.infer<typeof UsageDay>

/** Where clocks go forward or back by less than an hour, the last of the day is as short as what is left of it. */
export const UsageHour = z.object({ start: z.iso.datetime(), ...totals, groups })
export type UsageHour = z.infer<typeof UsageHour>

/** Part of the whole cost, 0 to 1; 0 where nothing cost anything. */
const share = z.number().min(0).max(1)

export const ModelUsage = z.object({
  model_id: z.string(),
  model_name: z.string(),
  modality: UsageModality,
  ...totals,
  share,
})
export type ModelUsage = z.infer<typeof ModelUsage>

export const ApiKeyUsage = z.object({
  /** Null: asked from the console, without a key. */
  api_key_id: z.string().nullable(),
  api_key_name: z.string().nullable(),
  /** Distinguishes keys of the same name. */
  api_key_last4: z.string().nullable(),
  ...totals,
  share,
})
export type ApiKeyUsage = z.infer<typeof ApiKeyUsage>

export const UsageReply = z.object({
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  timezone: z.string(),
  currency: z.literal('USD'),
  summary: UsageTotals,
  /** Every day of the range, also those without use. They sum up to `summary`. */
  daily: z.array(UsageDay),
  /** With `interval=hour` or `hours` only (below three hours: their quarters). They sum up to `daily`. */
  hourly: z.array(UsageHour).optional(),
  /** Highest cost first; so are the keys. */
  models: z.array(ModelUsage),
  api_keys: z.array(ApiKeyUsage),
})
export type UsageReply = z.infer<typeof UsageReply>

/** Of the requests that did not fail, by the day, or the hour as in `hourly`. Pictures and videos count where their model is selected. */
const speeds = {
  requests: z.number().int(),
  latency_p50_ms: z.number().int().nullable(),
  latency_p95_ms: z.number().int().nullable(),
  /** Streams alone have a first token. */
  ttft_p50_ms: z.number().int().nullable(),
}

export const LatencyReply = z.object({
  /** Percentiles are exact, and so read from every request: null where there are more than `max_requests`. */
  summary: z.object(speeds).nullable(),
  /** Those without requests are left out. */
  spans: z.array(z.object({ start: z.iso.datetime(), ...speeds })),
  max_requests: z.number().int(),
})
export type LatencyReply = z.infer<typeof LatencyReply>
