-- usage_fold_tallies: moves up to p_limit tallies of quarter hours before p_before into the rollups and returns how many. One
-- statement, so that a sum of tallies and rollups counts every request once. Skips tallies that a settlement has locked.
CREATE OR REPLACE FUNCTION usage_fold_tallies(p_before timestamptz, p_limit integer) RETURNS integer LANGUAGE sql AS $$
  WITH ripe AS (
    SELECT customer_id, quarter, model_id, api_key_id FROM usage_tallies WHERE quarter < p_before
     ORDER BY 1, 2, 3, 4 LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM usage_tallies AS t USING ripe
     WHERE t.customer_id = ripe.customer_id AND t.quarter = ripe.quarter AND t.model_id = ripe.model_id AND t.api_key_id = ripe.api_key_id
    RETURNING t.*
  ), folded AS (
    INSERT INTO usage_rollups AS r (customer_id, grain, cut, start, model_id, api_key_id, modality, requests, failed,
      prompt_tokens, cached_tokens, completion_tokens, images, video_millis, characters, audio_millis, cost_nanos, upstream_cost_nanos, latency_millis, first_at, last_at)
    SELECT t.customer_id, g.grain, c.cut, date_bin(g.width, t.quarter, 'epoch'), CASE WHEN c.has_model THEN t.model_id ELSE '' END,
      CASE WHEN c.has_key THEN t.api_key_id ELSE '' END, max(CASE WHEN c.has_model THEN t.modality ELSE '' END),
      sum(t.requests), sum(t.failed), sum(t.prompt_tokens), sum(t.cached_tokens), sum(t.completion_tokens), sum(t.images),
      sum(t.video_millis), sum(t.characters), sum(t.audio_millis), sum(t.cost_nanos), sum(t.upstream_cost_nanos), sum(t.latency_millis),
      min(t.first_at), max(t.last_at)
    FROM taken AS t
    CROSS JOIN (VALUES ('quarter', interval '15 minutes'), ('hour', interval '1 hour'), ('day', interval '1 day')) AS g (grain, width)
    CROSS JOIN (VALUES ('total', false, false), ('model', true, false), ('key', false, true), ('model_key', true, true)) AS c (cut, has_model, has_key)
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (customer_id, grain, cut, start, model_id, api_key_id) DO UPDATE SET
      requests = r.requests + excluded.requests,
      failed = r.failed + excluded.failed,
      prompt_tokens = r.prompt_tokens + excluded.prompt_tokens,
      cached_tokens = r.cached_tokens + excluded.cached_tokens,
      completion_tokens = r.completion_tokens + excluded.completion_tokens,
      images = r.images + excluded.images,
      video_millis = r.video_millis + excluded.video_millis,
      characters = r.characters + excluded.characters,
      audio_millis = r.audio_millis + excluded.audio_millis,
      cost_nanos = r.cost_nanos + excluded.cost_nanos,
      upstream_cost_nanos = r.upstream_cost_nanos + excluded.upstream_cost_nanos,
      latency_millis = r.latency_millis + excluded.latency_millis,
      first_at = least(r.first_at, excluded.first_at),
      last_at = greatest(r.last_at, excluded.last_at)
  )
  SELECT count(*)::integer FROM taken
$$;
