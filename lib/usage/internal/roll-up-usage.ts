/**
 * Adds the usage rows that a statement has just booked (the CTE `journal`) to their customers' rollups: of the quarter of
 * an hour and the UTC day, each in all, by model, by key, and by both. In one fixed order, so that two processes cannot
 * lock each other out. First by quarter alone, so that only few rows are counted eight times.
 */
export const rollUpUsageSql = `
  INSERT INTO usage_rollups AS r (customer_id, grain, cut, start, model_id, api_key_id, modality, requests, failed,
    prompt_tokens, cached_tokens, completion_tokens, images, video_millis, cost_nanos, latency_millis)
  SELECT u.customer_id, g.grain, c.cut, CASE g.grain WHEN 'day' THEN date_bin('1 day', u.quarter, 'epoch') ELSE u.quarter END,
    CASE WHEN c.has_model THEN u.model_id ELSE '' END, CASE WHEN c.has_key THEN u.api_key_id ELSE '' END,
    max(CASE WHEN c.has_model THEN u.modality ELSE '' END), sum(u.requests), sum(u.failed), sum(u.prompt_tokens), sum(u.cached_tokens),
    sum(u.completion_tokens), sum(u.images), sum(u.video_millis), sum(u.cost_nanos), sum(u.latency_millis)
  FROM (
    SELECT customer_id, date_bin('15 minutes', created_at, 'epoch') AS quarter, model_id, coalesce(api_key_id, '') AS api_key_id,
      max(modality) AS modality, count(*) AS requests, count(*) FILTER (WHERE status = 'failed') AS failed,
      sum(prompt_tokens) AS prompt_tokens, sum(cached_tokens) AS cached_tokens, sum(completion_tokens) AS completion_tokens,
      sum(images) AS images, sum(video_millis) AS video_millis, sum(cost_nanos) AS cost_nanos,
      coalesce(sum(latency_ms) FILTER (WHERE status <> 'failed'), 0) AS latency_millis
    FROM journal GROUP BY 1, 2, 3, 4
  ) AS u
  CROSS JOIN (VALUES ('quarter'), ('day')) AS g (grain)
  CROSS JOIN (VALUES ('total', false, false), ('model', true, false), ('key', false, true), ('model_key', true, true)) AS c (cut, has_model, has_key)
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (customer_id, grain, cut, start, model_id, api_key_id) DO UPDATE SET
    requests = r.requests + excluded.requests, failed = r.failed + excluded.failed,
    prompt_tokens = r.prompt_tokens + excluded.prompt_tokens, cached_tokens = r.cached_tokens + excluded.cached_tokens,
    completion_tokens = r.completion_tokens + excluded.completion_tokens, images = r.images + excluded.images,
    video_millis = r.video_millis + excluded.video_millis, cost_nanos = r.cost_nanos + excluded.cost_nanos,
    latency_millis = r.latency_millis + excluded.latency_millis`
