import { bookedRowsSql } from './booked-rows-sql'

/**
 * Adds the usage rows that a statement has just booked to their customers' tallies. In one fixed order, so that two processes cannot lock each other out.
 */
export const tallyUsageSql = `
  INSERT INTO usage_tallies AS t (customer_id, quarter, model_id, api_key_id, modality, requests, failed, prompt_tokens, cached_tokens,
    completion_tokens, images, video_millis, cost_nanos, latency_millis, first_at, last_at)
  SELECT customer_id, date_bin('15 minutes', created_at, 'epoch'), model_id, coalesce(api_key_id, ''), max(modality), count(*),
    count(*) FILTER (WHERE status = 'failed'), sum(prompt_tokens), sum(cached_tokens), sum(completion_tokens), sum(images),
    sum(video_millis), sum(cost_nanos), coalesce(sum(latency_ms) FILTER (WHERE status <> 'failed'), 0),
    min(created_at), max(created_at)
  FROM ${bookedRowsSql} AS booked GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (customer_id, quarter, model_id, api_key_id) DO UPDATE SET
    requests = t.requests + excluded.requests, failed = t.failed + excluded.failed,
    prompt_tokens = t.prompt_tokens + excluded.prompt_tokens, cached_tokens = t.cached_tokens + excluded.cached_tokens,
    completion_tokens = t.completion_tokens + excluded.completion_tokens, images = t.images + excluded.images,
    video_millis = t.video_millis + excluded.video_millis, cost_nanos = t.cost_nanos + excluded.cost_nanos,
    latency_millis = t.latency_millis + excluded.latency_millis,
    first_at = least(t.first_at, excluded.first_at), last_at = greatest(t.last_at, excluded.last_at)`
