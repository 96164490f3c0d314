import { codesCountedAs } from '@/lib/platform/errors'
import { instanceId } from '@/lib/platform/instance'
import { bookedRowsSql } from './booked-rows-sql'

/** Processes that write different slots never wait for each other's rows. */
const SLOTS = 8

const outcomeOf = (code: string) =>
  `CASE WHEN ${code} IN (${listOf(codesCountedAs('limited'))}) THEN 'rate_limited' WHEN ${code} IN (${listOf(codesCountedAs('refused'))}) THEN 'refused' ELSE 'failed' END`

/**
 * Adds the usage rows that a statement has just booked to what their providers' models did in the
 * minute. A try that failed before another one counts against the provider that failed it; the last try is the request itself.
 */
export const tallyTrafficSql = `
  INSERT INTO traffic_tallies AS t (minute, provider_id, model_id, slot, modality, requests, successful, failed, rate_limited,
    refused, failed_tries, rate_limited_tries, prompt_tokens, completion_tokens, images, video_millis, latency, ttft, throughput)
  SELECT minute, provider_id, model_id, ${slotOf(instanceId())}, max(modality), count(*) FILTER (WHERE is_request),
    count(*) FILTER (WHERE outcome = 'successful'), count(*) FILTER (WHERE is_request AND outcome = 'failed'),
    count(*) FILTER (WHERE is_request AND outcome = 'rate_limited'), count(*) FILTER (WHERE is_request AND outcome = 'refused'),
    count(*) FILTER (WHERE NOT is_request AND outcome = 'failed'),
    count(*) FILTER (WHERE NOT is_request AND outcome = 'rate_limited'),
    coalesce(sum(prompt_tokens) FILTER (WHERE outcome = 'successful'), 0),
    coalesce(sum(completion_tokens) FILTER (WHERE outcome = 'successful'), 0),
    coalesce(sum(images) FILTER (WHERE outcome = 'successful'), 0),
    coalesce(sum(video_millis) FILTER (WHERE outcome = 'successful'), 0),
    coalesce(sum(usage_histogram(latency_ms)) FILTER (WHERE is_whole), 0),
    coalesce(sum(usage_histogram(ttft_ms)) FILTER (WHERE outcome = 'successful' AND ttft_ms IS NOT NULL), 0),
    coalesce(sum(usage_histogram(16000 * completion_tokens::float8 / greatest(latency_ms - coalesce(ttft_ms, 0), 1)))
      FILTER (WHERE is_whole AND modality = 'chat' AND completion_tokens > 0), 0)
  FROM (
    SELECT date_bin('1 minute', created_at, 'epoch') AS minute, provider_id, model_id, modality, true AS is_request,
      CASE WHEN status <> 'failed' THEN 'successful' ELSE ${outcomeOf('error_code')} END AS outcome,
      status <> 'failed' AND finish_reason IS DISTINCT FROM 'aborted' AS is_whole,
      prompt_tokens, completion_tokens, images, video_millis, latency_ms, ttft_ms FROM ${bookedRowsSql} AS booked
    UNION ALL
    SELECT date_bin('1 minute', created_at, 'epoch'), try.told ->> 'provider', coalesce(try.told ->> 'model', model_id), modality, false,
      ${outcomeOf("try.told ->> 'code'")}, false, NULL, NULL, NULL, NULL, NULL, NULL
      FROM ${bookedRowsSql} AS booked, jsonb_array_elements(attempts) WITH ORDINALITY AS try(told, place)
      WHERE attempts IS NOT NULL AND try.place < jsonb_array_length(attempts)
  ) AS observed
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (minute, provider_id, model_id, slot) DO UPDATE SET
    requests = t.requests + excluded.requests, successful = t.successful + excluded.successful,
    failed = t.failed + excluded.failed, rate_limited = t.rate_limited + excluded.rate_limited,
    refused = t.refused + excluded.refused, failed_tries = t.failed_tries + excluded.failed_tries,
    rate_limited_tries = t.rate_limited_tries + excluded.rate_limited_tries,
    prompt_tokens = t.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = t.completion_tokens + excluded.completion_tokens, images = t.images + excluded.images,
    video_millis = t.video_millis + excluded.video_millis, latency = t.latency + excluded.latency,
    ttft = t.ttft + excluded.ttft, throughput = t.throughput + excluded.throughput`

function listOf(codes: string[]): string {
  return codes.map((code) => `'${code}'`).join(', ')
}

function slotOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + character.charCodeAt(0)) % 65_521
  return sum % SLOTS
}
