import type { Journal } from '@/lib/money/ledger/journal'
import { recoverSettlements as recover } from '@/lib/money/ledger/recovery'
import { env } from '@/lib/platform/env'
import { codesCountedAs } from '@/lib/platform/errors'
import { instanceId } from '@/lib/platform/instance'
import { exportTargets, outboxSql } from './internal/outbox-repository'
import { listBookedIds, listUnpaidIds } from './repository'

/**
 * What settling writes beside the ledger, in its statement: the usage rows, what they add to their customers' tallies, and to
 * those of the providers' models.
 */

const bookSql = `
  INSERT INTO usage_records (id, created_at, customer_id, api_key_id, api_key_name, model_id, model_name, provider_id, modality,
    status, prompt_tokens, cached_tokens, cache_write_tokens, cache_write_hour_tokens, completion_tokens, reasoning_tokens,
    images, image_quality, video_millis, video_rate, characters, audio_millis, web_searches, audio_tokens, service_tier, cost_nanos, upstream_cost_nanos, price_id, price_factor, own_key, usage_source, finish_reason, error_code, latency_ms, ttft_ms, task_id, trace_id, attempts)
  SELECT r.id, r.created_at, r.customer_id, r.api_key_id, r.api_key_name, r.model_id, r.model_name, r.provider_id, r.modality,
    CASE WHEN s.outcome = 'gone' AND r.status = 'success' THEN 'refunded' ELSE r.status END,
    r.prompt_tokens, coalesce(r.cached_tokens, 0), coalesce(r.cache_write_tokens, 0), coalesce(r.cache_write_hour_tokens, 0), r.completion_tokens,
    coalesce(r.reasoning_tokens, 0), coalesce(r.images, 0), r.image_quality, coalesce(r.video_millis, 0), r.video_rate, coalesce(r.characters, 0), coalesce(r.audio_millis, 0), coalesce(r.web_searches, 0), coalesce(r.audio_tokens, 0), r.service_tier, s.charged, coalesce(r.upstream_cost_nanos, 0), r.price_id, r.price_factor, coalesce(r.own_key, false), r.usage_source,
    r.finish_reason, CASE WHEN s.outcome = 'gone' AND r.status = 'success' THEN 'hold_lost' ELSE r.error_code END,
    r.latency_ms, r.ttft_ms, r.task_id, r.trace_id, r.attempts
  FROM json_populate_recordset(NULL::usage_records, $6::json) AS r JOIN settled s ON s.hold_id = r.id`

/**
 * Books the rows of the holds that a settlement ended. What was charged is what the ledger says. A hold that ended just now
 * has no row yet, which is most of them. Of the others (the query before the AND runs once, and mostly finds that there are
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
    completion_tokens, images, video_millis, characters, audio_millis, cost_nanos, upstream_cost_nanos, latency_millis, first_at, last_at)
  SELECT customer_id, date_bin('15 minutes', created_at, 'epoch'), model_id, coalesce(api_key_id, ''), max(modality), count(*),
    count(*) FILTER (WHERE status = 'failed'), sum(prompt_tokens), sum(cached_tokens), sum(completion_tokens), sum(images),
    sum(video_millis), sum(characters), sum(audio_millis), sum(cost_nanos), sum(upstream_cost_nanos), coalesce(sum(latency_ms) FILTER (WHERE status <> 'failed'), 0),
    min(created_at), max(created_at)
  FROM ${bookedRowsSql} AS booked GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (customer_id, quarter, model_id, api_key_id) DO UPDATE SET
    requests = t.requests + excluded.requests, failed = t.failed + excluded.failed,
    prompt_tokens = t.prompt_tokens + excluded.prompt_tokens, cached_tokens = t.cached_tokens + excluded.cached_tokens,
    completion_tokens = t.completion_tokens + excluded.completion_tokens, images = t.images + excluded.images,
    video_millis = t.video_millis + excluded.video_millis, characters = t.characters + excluded.characters,
    audio_millis = t.audio_millis + excluded.audio_millis, cost_nanos = t.cost_nanos + excluded.cost_nanos,
    upstream_cost_nanos = t.upstream_cost_nanos + excluded.upstream_cost_nanos,
    latency_millis = t.latency_millis + excluded.latency_millis,
    first_at = least(t.first_at, excluded.first_at), last_at = greatest(t.last_at, excluded.last_at)`

/** Processes that write different slots never wait for each other's rows. */
const SLOTS = 8

const outcomeOf = (code: string) =>
  `CASE WHEN ${code} IN (${listOf(codesCountedAs('limited'))}) THEN 'rate_limited' WHEN ${code} IN (${listOf(codesCountedAs('refused'))}) THEN 'refused' ELSE 'failed' END`

/**
 * Adds the usage rows that a statement has just booked to what their providers' models did in the
 * minute. A try that failed before another one counts against the provider that failed it; the last try is the request itself.
 * What failed with a customer's own key says nothing of the provider.
 */
const tallyTrafficSql = `
  INSERT INTO traffic_tallies AS t (minute, provider_id, model_id, slot, modality, requests, successful, failed, rate_limited,
    refused, failed_tries, rate_limited_tries, prompt_tokens, completion_tokens, images, video_millis, characters, audio_millis,
    cost_nanos, upstream_cost_nanos, latency, ttft, throughput)
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
    coalesce(sum(cost_nanos), 0), coalesce(sum(upstream_cost_nanos), 0),
    coalesce(sum(usage_histogram(latency_ms)) FILTER (WHERE is_whole), 0),
    coalesce(sum(usage_histogram(ttft_ms)) FILTER (WHERE outcome = 'successful' AND ttft_ms IS NOT NULL), 0),
    coalesce(sum(usage_histogram(16000 * completion_tokens::float8 / greatest(latency_ms - coalesce(ttft_ms, 0), 1)))
      FILTER (WHERE is_whole AND modality = 'chat' AND completion_tokens > 0), 0)
  FROM (
    SELECT date_bin('1 minute', created_at, 'epoch') AS minute, provider_id, model_id, modality, true AS is_request,
      CASE WHEN status <> 'failed' THEN 'successful' ELSE ${outcomeOf('error_code')} END AS outcome,
      status <> 'failed' AND finish_reason IS DISTINCT FROM 'aborted' AS is_whole,
      prompt_tokens, completion_tokens, images, video_millis, characters, audio_millis, cost_nanos, upstream_cost_nanos, latency_ms, ttft_ms FROM ${bookedRowsSql} AS booked
      WHERE NOT (own_key AND status = 'failed')
    UNION ALL
    SELECT date_bin('1 minute', created_at, 'epoch'), attempt.entry ->> 'provider', coalesce(attempt.entry ->> 'model', model_id), modality, false,
      ${outcomeOf("attempt.entry ->> 'code'")}, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
      FROM ${bookedRowsSql} AS booked, jsonb_array_elements(attempts) WITH ORDINALITY AS attempt(entry, nth)
      WHERE attempts IS NOT NULL AND attempt.nth < jsonb_array_length(attempts) AND attempt.entry ->> 'own_key' IS NULL
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
    audio_millis = t.audio_millis + excluded.audio_millis,
    cost_nanos = t.cost_nanos + excluded.cost_nanos, upstream_cost_nanos = t.upstream_cost_nanos + excluded.upstream_cost_nanos,
    latency = t.latency + excluded.latency,
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

/** Which of a customer's requests, made since then, have no row of their success. */
export function listUnpaid(customerId: string, ids: readonly string[], since: Date): Promise<string[]> {
  return listUnpaidIds(customerId, ids, since)
}
