-- usage_fold_traffic: moves up to p_limit tallies of minutes before p_before into the rollups and returns how many. One
-- statement, so that a sum of tallies and rollups counts every request once. Skips tallies that a settlement has locked.
CREATE OR REPLACE FUNCTION usage_fold_traffic(p_before timestamptz, p_limit integer) RETURNS integer LANGUAGE sql AS $$
  WITH ripe AS (
    SELECT minute, provider_id, model_id, slot FROM traffic_tallies WHERE minute < p_before
     ORDER BY 1, 2, 3, 4 LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM traffic_tallies AS t USING ripe
     WHERE t.minute = ripe.minute AND t.provider_id = ripe.provider_id AND t.model_id = ripe.model_id AND t.slot = ripe.slot
    RETURNING t.*
  ), folded AS (
    INSERT INTO traffic_rollups AS r (customer_id, grain, cut, start, provider_id, model_id, modality, requests, successful, failed, rate_limited,
      refused, failed_tries, rate_limited_tries, prompt_tokens, completion_tokens, images, video_millis, characters, audio_millis, cost_nanos,
      upstream_cost_nanos, latency, ttft, throughput)
    SELECT t.customer_id, g.grain, c.cut, date_bin(g.width, t.minute, 'epoch'), t.provider_id, CASE WHEN c.has_model THEN t.model_id ELSE '' END,
      max(CASE WHEN c.has_model THEN t.modality ELSE '' END), sum(t.requests), sum(t.successful), sum(t.failed), sum(t.rate_limited),
      sum(t.refused), sum(t.failed_tries), sum(t.rate_limited_tries), sum(t.prompt_tokens), sum(t.completion_tokens), sum(t.images),
      sum(t.video_millis), sum(t.characters), sum(t.audio_millis), sum(t.cost_nanos), sum(t.upstream_cost_nanos), sum(t.latency), sum(t.ttft), sum(t.throughput)
    FROM taken AS t
    CROSS JOIN (VALUES ('five_minutes', interval '5 minutes'), ('hour', interval '1 hour'), ('day', interval '1 day'),
      ('week', interval '7 days')) AS g (grain, width)
    CROSS JOIN (VALUES ('provider', false), ('route', true)) AS c (cut, has_model)
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (grain, cut, start, provider_id, model_id) DO UPDATE SET
      requests = r.requests + excluded.requests,
      successful = r.successful + excluded.successful,
      failed = r.failed + excluded.failed,
      rate_limited = r.rate_limited + excluded.rate_limited,
      refused = r.refused + excluded.refused,
      failed_tries = r.failed_tries + excluded.failed_tries,
      rate_limited_tries = r.rate_limited_tries + excluded.rate_limited_tries,
      prompt_tokens = r.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = r.completion_tokens + excluded.completion_tokens,
      images = r.images + excluded.images,
      video_millis = r.video_millis + excluded.video_millis,
      characters = r.characters + excluded.characters,
      audio_millis = r.audio_millis + excluded.audio_millis,
      cost_nanos = r.cost_nanos + excluded.cost_nanos,
      upstream_cost_nanos = r.upstream_cost_nanos + excluded.upstream_cost_nanos,
      latency = r.latency + excluded.latency,
      ttft = r.ttft + excluded.ttft,
      throughput = r.throughput + excluded.throughput
  )
  SELECT count(*)::integer FROM taken
$$;
