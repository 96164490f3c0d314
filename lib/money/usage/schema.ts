import { z } from 'zod'
import { isTimeZone } from '@/lib/client/format/time'
import { EndUser, TagText } from '@/lib/money/budgets/schema'
import { UsdString } from '@/lib/money/ledger/schema'
import { figuresIn, recordOf } from '@/lib/money/prices/measures'
import { Bill } from '@/lib/money/prices/schema'
import { queryNumber } from '@/lib/platform/fields'

/**
 * Usage: one row for every request that reached an upstream, written in the statement that settles its hold, so rows and
 * charges always agree. Requests that were refused earlier have no row.
 *
 * `success` was delivered, whole or until the client disconnected; `failed` was not delivered and costs nothing; `refunded` was
 * delivered and not charged.
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
 * The kinds of models that statistics are split by, since latencies and tokens of different kinds do not add up. `audio` is
 * speech and transcription together.
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
  /** The error code; null: it answered. */
  code: z.string().nullable(),
  /** The upstream's HTTP status, if any. */
  status: z.number().int().nullable().default(null),
  /** Until the answer (of a stream, its first byte) or the failure. */
  latency_ms: z.number().int().nullable().default(null),
  /** Made with the customer's own provider key. */
  own_key: z.boolean().default(false),
})
export type UsageAttempt = z.infer<typeof UsageAttempt>

export const RecentItem = z.object({
  id: z.string(),
  created_at: z.iso.datetime(),
  model_id: z.string(),
  model_name: z.string(),
  api_key_name: z.string().nullable(),
  /** Who made it in the console, or whose key it was made with; null: a key of the organization. Names are those of today. */
  member_id: z.string().nullable(),
  member_name: z.string().nullable(),
  /** The project that the key was in. */
  project_id: z.string().nullable(),
  project_name: z.string().nullable(),
  modality: UsageModality,
  provider: z.string(),
  status: UsageStatus,
  ...figureShape('traffic'),
  cost: UsdString,
  cost_str: z.string(),
  finish_reason: z.string().nullable(),
  error_code: z.string().nullable(),
  latency_ms: z.number().int(),
  /** Time to the first token; streams only. */
  ttft_ms: z.number().int().nullable(),
  task_id: z.string().nullable(),
  /** OpenTelemetry trace, where tracing is on. */
  trace_id: z.string().nullable(),
  /** Whom the request was for, and its tags with those of its key. */
  end_user: z.string().nullable(),
  tags: z.record(z.string(), z.string()),
  usage_source: z.enum(['upstream', 'estimated', 'none']),
  /** The billed service tier; null: the standard prices. */
  service_tier: z.string().nullable(),
  /** Sent with the customer's own provider key, which costs only the platform fee. */
  own_key: z.boolean(),
  /** All attempts in order; the last one decided the outcome. Empty where the first one answered. */
  attempts: z.array(UsageAttempt),
  bill: Bill,
})
export type RecentItem = z.infer<typeof RecentItem>

/** A request as it is settled. To operators, with its customer and what the provider charges. */
export const LiveItem = RecentItem.extend({
  customer_id: z.string().optional(),
  customer_name: z.string().optional(),
  upstream_cost: UsdString.optional(),
})
export type LiveItem = z.infer<typeof LiveItem>

/** Live rows that are not sent: so many were settled faster than they are shown; null: some may have ended while nobody watched. */
export const LiveSkipped = z.object({ count: z.int().nullable() })
export type LiveSkipped = z.infer<typeof LiveSkipped>

/** Key id of requests from the console, which have no key. */
export const CONSOLE = 'console'

const Id = z.string().regex(/^\P{Cc}{1,200}$/u, 'must be an id')

/** Filters of both usage lists. */
const filters = {
  model: Id.optional(),
  /** The id of a key, revoked ones included; `console` for requests without a key. */
  api_key_id: Id.optional(),
  /** Requests of a member in the console and with the keys that are the member's today; ended members too. */
  member_id: Id.optional(),
  /** Requests with the keys that are in the project today. */
  project_id: Id.optional(),
  end_user: EndUser.optional(),
  /** As `name:value`. */
  tag: TagText.optional(),
}

/** Years stay at four digits in every time zone, for the hours and the 30 days before too. */
const Day = z.iso
  .date('must be a date such as 2026-11-30')
  .refine((date) => date >= '0001-01-01' && date <= '9998-12-31', 'must be between the years 0001 and 9998')

/** Days of `timezone`, both inclusive. */
const range = {
  start_date: Day.optional(),
  end_date: Day.optional(),
  timezone: z.string().refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin').default('UTC'),
  /** Instead of days: the last hours, from the start of an hour (of a quarter hour below three). */
  hours: queryNumber(1, 48).optional(),
}

export const RecentQuery = z.object({
  limit: queryNumber(1, 100, 20),
  cursor: z.string().default(''),
  ...filters,
  status: UsageStatus.optional(),
  modality: UsageModality.optional(),
  /** Without dates: all requests. */
  ...range,
  /** `csv` downloads all of them and ignores `limit` and `cursor`. */
  format: z.enum(['json', 'csv']).default('json'),
})
export type RecentQuery = z.output<typeof RecentQuery>

/** The same filters; `after` continues a list that is known up to this moment, in milliseconds since 1970. */
export const LiveQuery = RecentQuery.omit({ limit: true, cursor: true, format: true }).extend({
  after: queryNumber(0, 8.64e15).optional(),
})
export type LiveQuery = z.output<typeof LiveQuery>

export const RecentReply = z.object({
  items: z.array(RecentItem),
  next_cursor: z.string(),
  has_more: z.boolean(),
})
export type RecentReply = z.infer<typeof RecentReply>

export const RecentParams = z.object({ id: z.string() })

export const UsageQuery = z.object({
  /** Without dates: the last 30 days including today. At most 366 days. */
  ...range,
  ...filters,
  /**
   * `model` and `api_key` split each day (and hour), for a stacked chart; so do `member` and `project`, which add `members` and
   * `projects`. `end_user` and `tag` add `values`.
   */
  group_by: z.enum(['model', 'api_key', 'member', 'project', 'end_user', 'tag']).optional(),
  /** `hour` adds hourly figures; in a CSV they replace the days. At most two days. */
  interval: z.enum(['day', 'hour']).default('day'),
  format: z.enum(['json', 'csv']).default('json'),
})
export type UsageQuery = z.infer<typeof UsageQuery>

const totals = {
  /** Successful and failed; refunded ones were delivered and count as successful. */
  requests: z.number().int(),
  successful_requests: z.number().int(),
  failed_requests: z.number().int(),
  ...figureShape('sums'),
  cost: UsdString,
  cost_str: z.string(),
  /** Over successful requests; null without any. */
  average_latency_ms: z.number().int().nullable(),
}

export const UsageTotals = z.object(totals)
export type UsageTotals = z.infer<typeof UsageTotals>

/**
 * With `group_by` only: models, keys, members or projects of the period. A null `id` is the console; of members, a key of the
 * organization; of projects, none.
 */
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

/** Where clocks change by less than an hour, the day's last entry is shorter. */
export const UsageHour = z.object({ start: z.iso.datetime(), ...totals, groups })
export type UsageHour = z.infer<typeof UsageHour>

/** Share of the total cost, 0 to 1; 0 where the total is 0. */
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
  /** Null: the console. */
  api_key_id: z.string().nullable(),
  api_key_name: z.string().nullable(),
  /** Tells keys of the same name apart. */
  api_key_last4: z.string().nullable(),
  ...totals,
  share,
})
export type ApiKeyUsage = z.infer<typeof ApiKeyUsage>

export const MemberUsage = z.object({
  /** Null: keys of the organization, and console requests from before there were members. */
  member_id: z.string().nullable(),
  /** Null also for a person whose account was deleted. */
  member_name: z.string().nullable(),
  member_email: z.string().nullable(),
  /** Not a member any more. */
  has_ended: z.boolean(),
  ...totals,
  share,
})
export type MemberUsage = z.infer<typeof MemberUsage>

export const ProjectUsage = z.object({
  /** Null: no project. */
  project_id: z.string().nullable(),
  project_name: z.string().nullable(),
  ...totals,
  share,
})
export type ProjectUsage = z.infer<typeof ProjectUsage>

export const MarkUsage = z.object({ value: z.string(), ...totals, share })
export type MarkUsage = z.infer<typeof MarkUsage>

export const UsageReply = z.object({
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  timezone: z.string(),
  currency: z.literal('USD'),
  summary: UsageTotals,
  /** Every day of the range, including those without usage; adds up to `summary`. */
  daily: z.array(UsageDay),
  /** With `interval=hour` or `hours` only (quarter hours below three hours); adds up to `daily`. */
  hourly: z.array(UsageHour).optional(),
  /** Highest cost first, as are the keys. */
  models: z.array(ModelUsage),
  api_keys: z.array(ApiKeyUsage),
  /** With `group_by=member` or `project`. */
  members: z.array(MemberUsage).optional(),
  projects: z.array(ProjectUsage).optional(),
  /** With `group_by=end_user` or `tag`: the hundred values with the highest cost; tags as `name:value`. */
  values: z.array(MarkUsage).optional(),
  /**
   * With `group_by` or a filter by end user or tag: requests in the range whose values came after the day's limit, so they are
   * not in these figures. 0: the figures are exact.
   */
  unlisted_requests: z.int().optional(),
})
export type UsageReply = z.infer<typeof UsageReply>

/** Over requests that did not fail. Images and videos count only when filtered by their model. */
const speeds = {
  requests: z.number().int(),
  latency_p50_ms: z.number().int().nullable(),
  latency_p95_ms: z.number().int().nullable(),
  /** Streams only. */
  ttft_p50_ms: z.number().int().nullable(),
}

export const LatencyReply = z.object({
  /** Exact percentiles, read from every request; null above `max_requests`. */
  summary: z.object(speeds).nullable(),
  /** By day, or by hour as in `hourly`, without empty ones. */
  spans: z.array(z.object({ start: z.iso.datetime(), ...speeds })),
  max_requests: z.number().int(),
})
export type LatencyReply = z.infer<typeof LatencyReply>
