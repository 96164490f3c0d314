import { z } from 'zod'
import type { Journal } from '@/lib/billing/journal'
import type { Price, VideoRate } from '@/lib/billing/price'
import { recoverSettlements as recover } from '@/lib/billing/recovery'
import { env } from '@/lib/platform/env'
import { codesCountedAs } from '@/lib/platform/errors'
import { instanceId } from '@/lib/platform/instance'
import { endSpan, type Scope, traceIdOf } from '@/lib/platform/tracing'
import { exportTargets, outboxSql } from './internal/outbox-repository'
import { listBookedIds, listUnpaidIds } from './repository'
import type { UsageModality } from './schema'

/**
 * What settling writes beside the ledger, in its statement: the usage rows, what they add to their customers' tallies, and to
 * those of the providers' models.
 */

/** One usage row, beside the settlement of its hold. What most requests have nothing of is left out. */
export type UsageRow = {
  /** Also the hold's id and the request's. */
  id: string
  created_at: string
  customer_id: string
  api_key_id: string | null
  api_key_name: string | null
  model_id: string
  model_name: string
  provider_id: string
  modality: MeterReading['modality']
  status: 'success' | 'failed'
  prompt_tokens: number
  cached_tokens?: number | undefined
  cache_write_tokens?: number | undefined
  cache_write_hour_tokens?: number | undefined
  completion_tokens: number
  reasoning_tokens?: number | undefined
  images?: number | undefined
  image_quality?: ImageQuality | null | undefined
  video_millis?: number | undefined
  video_rate?: VideoRate | null | undefined
  characters?: number | undefined
  audio_millis?: number | undefined
  web_searches?: number | undefined
  audio_tokens?: number | undefined
  service_tier?: string | undefined
  price_id: string | null
  /** Every rate was multiplied by it; left out: by nothing. */
  price_factor?: number | undefined
  usage_source: MeterReading['usageSource']
  finish_reason: string | null
  error_code?: string | null | undefined
  latency_ms: number
  ttft_ms?: number | null | undefined
  task_id?: string | undefined
  trace_id?: string | undefined
  attempts?:
    | {
        provider: string
        model: string | null
        route: string | null
        code: string | null
        status: number | null
        latency_ms: number | null
      }[]
    | null
    | undefined
}

type Opened = {
  id: string
  customerId: string
  apiKeyId: string | null
  apiKeyName: string | null
  priceFactor?: number | undefined
  startedAt: Date
  scope?: Scope | undefined
}

/** What an upstream has used is told on the span of its answer, which ends. */
export function endAnswer(scope: Scope | undefined, reading: MeterReading): void {
  if (scope?.answering === undefined) return
  const { answering } = scope
  scope.answering = undefined
  const attributes = {
    'gen_ai.response.model': reading.modelId,
    'gen_ai.usage.input_tokens': reading.promptTokens,
    'gen_ai.usage.output_tokens': reading.completionTokens,
    'gen_ai.usage.cache_read.input_tokens': reading.cachedTokens,
    ...(reading.finishReason !== null && { 'gen_ai.response.finish_reasons': [reading.finishReason] }),
  }
  endSpan(answering, attributes, reading.errorCode)
}

/** The usage row of a meter that ended at `endedAt`. */
export function toUsageRow(opened: Opened, reading: MeterReading, endedAt: Date): UsageRow {
  const started = opened.startedAt.getTime()
  return {
    id: opened.id,
    created_at: opened.startedAt.toISOString(),
    customer_id: opened.customerId,
    api_key_id: opened.apiKeyId,
    api_key_name: opened.apiKeyName,
    model_id: reading.modelId,
    model_name: reading.modelName,
    provider_id: reading.providerId,
    modality: reading.modality,
    status: reading.status,
    prompt_tokens: whole(reading.promptTokens),
    cached_tokens: wholeOrNone(reading.cachedTokens),
    cache_write_tokens: wholeOrNone(reading.cacheWriteTokens),
    cache_write_hour_tokens: wholeOrNone(reading.cacheWriteHourTokens),
    completion_tokens: whole(reading.completionTokens),
    reasoning_tokens: wholeOrNone(reading.reasoningTokens),
    images: reading.images,
    image_quality: reading.imageQuality,
    video_millis: wholeOrNone(reading.videoMillis),
    video_rate: reading.videoRate,
    characters: wholeOrNone(reading.characters),
    audio_millis: wholeOrNone(reading.audioMillis),
    web_searches: wholeOrNone(reading.webSearches),
    audio_tokens: wholeOrNone(reading.audioTokens),
    service_tier: reading.serviceTier ?? undefined,
    price_id: reading.priceId,
    price_factor: opened.priceFactor,
    usage_source: reading.usageSource,
    finish_reason: reading.finishReason,
    error_code: reading.errorCode ?? undefined,
    latency_ms: whole(endedAt.getTime() - started),
    ttft_ms: reading.firstByteAt ? whole(reading.firstByteAt.getTime() - started) : undefined,
    task_id: reading.taskId,
    trace_id: traceIdOf(opened.scope),
    attempts:
      reading.attempts.length > 0
        ? reading.attempts.map(({ latencyMs, ...one }) => ({ ...one, latency_ms: latencyMs }))
        : undefined,
  }
}

const MAX_INT = 2_147_483_647

function whole(value: number): number {
  return Math.min(Math.max(Math.round(value), 0), MAX_INT)
}

function wholeOrNone(value: number | undefined): number | undefined {
  return value ? whole(value) : undefined
}

const bookSql = `
  INSERT INTO usage_records (id, created_at, customer_id, api_key_id, api_key_name, model_id, model_name, provider_id, modality,
    status, prompt_tokens, cached_tokens, cache_write_tokens, cache_write_hour_tokens, completion_tokens, reasoning_tokens,
    images, image_quality, video_millis, video_rate, characters, audio_millis, web_searches, audio_tokens, service_tier, cost_nanos, price_id, price_factor, usage_source, finish_reason, error_code, latency_ms, ttft_ms, task_id, trace_id, attempts)
  SELECT r.id, r.created_at, r.customer_id, r.api_key_id, r.api_key_name, r.model_id, r.model_name, r.provider_id, r.modality,
    CASE WHEN s.outcome = 'gone' AND r.status = 'success' THEN 'refunded' ELSE r.status END,
    r.prompt_tokens, coalesce(r.cached_tokens, 0), coalesce(r.cache_write_tokens, 0), coalesce(r.cache_write_hour_tokens, 0), r.completion_tokens,
    coalesce(r.reasoning_tokens, 0), coalesce(r.images, 0), r.image_quality, coalesce(r.video_millis, 0), r.video_rate, coalesce(r.characters, 0), coalesce(r.audio_millis, 0), coalesce(r.web_searches, 0), coalesce(r.audio_tokens, 0), r.service_tier, s.charged, r.price_id, r.price_factor, r.usage_source,
    r.finish_reason, CASE WHEN s.outcome = 'gone' AND r.status = 'success' THEN 'hold_lost' ELSE r.error_code END,
    r.latency_ms, r.ttft_ms, r.task_id, r.trace_id, r.attempts
  FROM json_populate_recordset(NULL::usage_records, $6::json) AS r JOIN settled s ON s.hold_id = r.id`

/**
 * Books the rows of the holds that a settlement ended. What was charged is what the ledger says. A hold that ended just now
 * has no row yet, which is most of them. Of the others (the query before the AND is asked once, and mostly says that there are
 * none) a row that is there already was booked by an earlier try of the same statement, whose answer was lost: it is not
 * returned, so that nothing counts it twice.
 */
const freshSql = `${bookSql} WHERE s.is_fresh RETURNING *`
const againSql = `${bookSql} WHERE (SELECT bool_or(NOT is_fresh) FROM settled) AND NOT s.is_fresh
  ON CONFLICT (customer_id, created_at, id) DO NOTHING
  RETURNING *`

/** The usage rows that a statement has just booked: its CTEs `fresh` and `again`. */
const bookedRowsSql = '(SELECT * FROM fresh UNION ALL SELECT * FROM again)'

/**
 * Adds the usage rows that a statement has just booked to their customers' tallies. In one fixed order, so that two processes cannot lock each other out.
 */
const tallyUsageSql = `
  INSERT INTO usage_tallies AS t (customer_id, quarter, model_id, api_key_id, modality, requests, failed, prompt_tokens, cached_tokens,
    completion_tokens, images, video_millis, characters, audio_millis, cost_nanos, latency_millis, first_at, last_at)
  SELECT customer_id, date_bin('15 minutes', created_at, 'epoch'), model_id, coalesce(api_key_id, ''), max(modality), count(*),
    count(*) FILTER (WHERE status = 'failed'), sum(prompt_tokens), sum(cached_tokens), sum(completion_tokens), sum(images),
    sum(video_millis), sum(characters), sum(audio_millis), sum(cost_nanos), coalesce(sum(latency_ms) FILTER (WHERE status <> 'failed'), 0),
    min(created_at), max(created_at)
  FROM ${bookedRowsSql} AS booked GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (customer_id, quarter, model_id, api_key_id) DO UPDATE SET
    requests = t.requests + excluded.requests, failed = t.failed + excluded.failed,
    prompt_tokens = t.prompt_tokens + excluded.prompt_tokens, cached_tokens = t.cached_tokens + excluded.cached_tokens,
    completion_tokens = t.completion_tokens + excluded.completion_tokens, images = t.images + excluded.images,
    video_millis = t.video_millis + excluded.video_millis, characters = t.characters + excluded.characters,
    audio_millis = t.audio_millis + excluded.audio_millis, cost_nanos = t.cost_nanos + excluded.cost_nanos,
    latency_millis = t.latency_millis + excluded.latency_millis,
    first_at = least(t.first_at, excluded.first_at), last_at = greatest(t.last_at, excluded.last_at)`

/** Processes that write different slots never wait for each other's rows. */
const SLOTS = 8

const outcomeOf = (code: string) =>
  `CASE WHEN ${code} IN (${listOf(codesCountedAs('limited'))}) THEN 'rate_limited' WHEN ${code} IN (${listOf(codesCountedAs('refused'))}) THEN 'refused' ELSE 'failed' END`

/**
 * Adds the usage rows that a statement has just booked to what their providers' models did in the
 * minute. A try that failed before another one counts against the provider that failed it; the last try is the request itself.
 */
const tallyTrafficSql = `
  INSERT INTO traffic_tallies AS t (minute, provider_id, model_id, slot, modality, requests, successful, failed, rate_limited,
    refused, failed_tries, rate_limited_tries, prompt_tokens, completion_tokens, images, video_millis, characters, audio_millis, latency, ttft, throughput)
  SELECT minute, provider_id, model_id, ${slotOf(instanceId())}, max(modality), count(*) FILTER (WHERE is_request),
    count(*) FILTER (WHERE outcome = 'successful'), count(*) FILTER (WHERE is_request AND outcome = 'failed'),
    count(*) FILTER (WHERE is_request AND outcome = 'rate_limited'), count(*) FILTER (WHERE is_request AND outcome = 'refused'),
    count(*) FILTER (WHERE NOT is_request AND outcome = 'failed'),
    count(*) FILTER (WHERE NOT is_request AND outcome = 'rate_limited'),
    coalesce(sum(prompt_tokens) FILTER (WHERE outcome = 'successful'), 0),
    coalesce(sum(completion_tokens) FILTER (WHERE outcome = 'successful'), 0),
    coalesce(sum(images) FILTER (WHERE outcome = 'successful'), 0),
    coalesce(sum(video_millis) FILTER (WHERE outcome = 'successful'), 0),
    coalesce(sum(characters) FILTER (WHERE outcome = 'successful'), 0),
    coalesce(sum(audio_millis) FILTER (WHERE outcome = 'successful'), 0),
    coalesce(sum(usage_histogram(latency_ms)) FILTER (WHERE is_whole), 0),
    coalesce(sum(usage_histogram(ttft_ms)) FILTER (WHERE outcome = 'successful' AND ttft_ms IS NOT NULL), 0),
    coalesce(sum(usage_histogram(16000 * completion_tokens::float8 / greatest(latency_ms - coalesce(ttft_ms, 0), 1)))
      FILTER (WHERE is_whole AND modality = 'chat' AND completion_tokens > 0), 0)
  FROM (
    SELECT date_bin('1 minute', created_at, 'epoch') AS minute, provider_id, model_id, modality, true AS is_request,
      CASE WHEN status <> 'failed' THEN 'successful' ELSE ${outcomeOf('error_code')} END AS outcome,
      status <> 'failed' AND finish_reason IS DISTINCT FROM 'aborted' AS is_whole,
      prompt_tokens, completion_tokens, images, video_millis, characters, audio_millis, latency_ms, ttft_ms FROM ${bookedRowsSql} AS booked
    UNION ALL
    SELECT date_bin('1 minute', created_at, 'epoch'), attempt.entry ->> 'provider', coalesce(attempt.entry ->> 'model', model_id), modality, false,
      ${outcomeOf("attempt.entry ->> 'code'")}, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
      FROM ${bookedRowsSql} AS booked, jsonb_array_elements(attempts) WITH ORDINALITY AS attempt(entry, nth)
      WHERE attempts IS NOT NULL AND attempt.nth < jsonb_array_length(attempts)
  ) AS observed
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (minute, provider_id, model_id, slot) DO UPDATE SET
    requests = t.requests + excluded.requests, successful = t.successful + excluded.successful,
    failed = t.failed + excluded.failed, rate_limited = t.rate_limited + excluded.rate_limited,
    refused = t.refused + excluded.refused, failed_tries = t.failed_tries + excluded.failed_tries,
    rate_limited_tries = t.rate_limited_tries + excluded.rate_limited_tries,
    prompt_tokens = t.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = t.completion_tokens + excluded.completion_tokens, images = t.images + excluded.images,
    video_millis = t.video_millis + excluded.video_millis, characters = t.characters + excluded.characters,
    audio_millis = t.audio_millis + excluded.audio_millis, latency = t.latency + excluded.latency,
    ttft = t.ttft + excluded.ttft, throughput = t.throughput + excluded.throughput`

function listOf(codes: string[]): string {
  return codes.map((code) => `'${code}'`).join(', ')
}

function slotOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + character.charCodeAt(0)) % 65_521
  return sum % SLOTS
}

/** `settled` and the rows (`$6`) are the ledger's; what follows reads what comes before. */
export const usageJournal: Journal = {
  name: 'usage',
  get writes() {
    const { USAGE_EXPORT_FILES: files, USAGE_EXPORT_URL: url } = env()
    const goesTo = { files: files !== 'off', webhook: url !== undefined }
    const targets = exportTargets.filter((target) => goesTo[target])
    return targets.length === 0 ? writes : { ...writes, outbox: outboxSql(targets, bookedRowsSql) }
  },
}
const writes = { fresh: freshSql, again: againSql, tallied: tallyUsageSql, traffic: tallyTrafficSql }

/** Books the requests that killed processes of this machine had answered, and not written to the database. */
export function recoverSettlements(): Promise<void> {
  return recover(usageJournal, listBookedIds)
}

/** What an image is billed at where images have prices of their own. */
export type ImageQuality = 'low' | 'medium' | 'high'

/** How a metered request ended. Failed ones cost nothing, whatever they used. */
export type MeterReading = {
  status: 'success' | 'failed'
  modality: UsageModality
  modelId: string
  modelName: string
  providerId: string
  priceId: string
  price: Price
  promptTokens: number
  cachedTokens: number
  /** Of the prompt, written to a cache; and how many of them for an hour. */
  cacheWriteTokens?: number
  cacheWriteHourTokens?: number
  /** Of a video: the tokens that its price counts. */
  completionTokens: number
  /** Of those, sound. */
  audioTokens?: number
  reasoningTokens: number
  images?: number
  /** What each image is billed at; null or absent where the model bills tokens. */
  imageQuality?: ImageQuality | null
  videoMillis?: number
  /** Of a text that was read aloud. */
  characters?: number
  /** Of sound that was written down. */
  audioMillis?: number
  /** Searches of the web, as far as the upstream counts them. */
  webSearches?: number
  /** The tier of service that is billed; null or absent: the plain price. */
  serviceTier?: string | null
  /** What each second of the video is billed at where it has a price by the second. */
  videoRate?: VideoRate | null
  taskId?: string
  usageSource: 'upstream' | 'estimated' | 'none'
  finishReason: string | null
  errorCode: string | null
  firstByteAt: Date | null
  /** Every try of an upstream, in order, the last being the one that this reading is of; empty where the first served. */
  attempts: readonly UpstreamTry[]
}

/** As tasks keep it. Those of before it was kept whole say only who failed, and how. */
export const UpstreamTry = z.object({
  provider: z.string(),
  model: z.string().nullable().default(null),
  route: z.string().nullable().default(null),
  /** Why it failed; null: it answered. */
  code: z.string().nullable(),
  /** The upstream's HTTP status, where it gave one. */
  status: z.int().nullable().default(null),
  latencyMs: z.int().nullable().default(null),
})
export type UpstreamTry = z.infer<typeof UpstreamTry>
/** Which of a customer's requests, made since then, have no row of their success. */
export function listUnpaid(customerId: string, ids: readonly string[], since: Date): Promise<string[]> {
  return listUnpaidIds(customerId, ids, since)
}
