/**
 * Adds the usage rows that a statement has just booked (the CTE `journal`) to their customers' quarters of an hour. In
 * one fixed order, so that two processes cannot lock each other out.
 */
export const rollUpUsageSql = `
  INSERT INTO usage_rollups AS u (customer_id, quarter, model_id, api_key_id, provider_id, modality, requests, failed,
    prompt_tokens, cached_tokens, completion_tokens, images, video_millis, cost_nanos, latency_millis)
  SELECT customer_id, date_bin('15 minutes', created_at, 'epoch'), model_id, coalesce(api_key_id, ''), provider_id, modality,
    count(*), count(*) FILTER (WHERE status = 'failed'), sum(prompt_tokens), sum(cached_tokens), sum(completion_tokens),
    sum(images), sum(video_millis), sum(cost_nanos), coalesce(sum(latency_ms) FILTER (WHERE status <> 'failed'), 0)
  FROM journal GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (customer_id, quarter, model_id, api_key_id, provider_id, modality) DO UPDATE SET
    requests = u.requests + excluded.requests, failed = u.failed + excluded.failed,
    prompt_tokens = u.prompt_tokens + excluded.prompt_tokens, cached_tokens = u.cached_tokens + excluded.cached_tokens,
    completion_tokens = u.completion_tokens + excluded.completion_tokens, images = u.images + excluded.images,
    video_millis = u.video_millis + excluded.video_millis, cost_nanos = u.cost_nanos + excluded.cost_nanos,
    latency_millis = u.latency_millis + excluded.latency_millis`
